-- Two or three home pages that take turns at `/`, until it is known which of them more visitors answer to. No row: `/` is always itself.

-- A stretch of time with fixed shares. Who changes the shares ends one stretch and begins the next: what is counted together was shown by one rule.
create table page_comparisons (
  id uuid primary key default gen_random_uuid(),
  path text not null default '/' constraint compared_address check (path = '/'),
  -- The shares in words, for the log of changes: pages may be called otherwise later.
  label text not null,
  -- Decides together with what a browser sends which page its visitor gets. Goes on with the next stretch, so that people stay where they are,
  -- and is thrown away with the last: then nobody can work out what anybody saw.
  secret bytea,
  started_at timestamptz not null default clock_timestamp(),
  started_by uuid references auth.users (id) on delete set null,
  ended_at timestamptz,
  ended_by uuid references auth.users (id) on delete set null,
  winner text,
  constraint secret_while_running check ((secret is null) = (ended_at is not null)),
  constraint winner_at_the_end check (winner is null or ended_at is not null),
  constraint ended_after_start check (ended_at >= started_at)
);
create unique index comparison_already_runs on page_comparisons (path) where ended_at is null;
create index page_comparisons_started_by on page_comparisons (started_by);
create index page_comparisons_ended_by on page_comparisons (ended_by);

-- `key` is the address at which the variant stands by itself.
create table page_variants (
  comparison_id uuid not null references page_comparisons (id) on delete cascade,
  key text not null references pages (path) on delete cascade
    constraint variant_of_another_page check (key in ('/', '/home-2', '/home-3')),
  weight smallint not null constraint variant_weight check (weight between 0 and 100),
  primary key (comparison_id, key)
);
create index page_variants_of_page on page_variants (key);
alter table page_comparisons add constraint winner_took_no_part
  foreign key (id, winner) references page_variants (comparison_id, key) on delete set null (winner);

-- That somebody who saw a variant answered on the same day. Of the visitor a hash of that day, of another kind than the one of views:
-- it keeps one person from counting twice, and leads neither to what they read nor to what they wrote.
create table page_outcomes (
  comparison_id uuid not null,
  key text not null,
  day date not null,
  kind text not null constraint unknown_outcome check (kind in ('contact', 'newsletter', 'signup')),
  visitor text not null constraint outcome_visitor_length check (length(visitor) = 16),
  primary key (comparison_id, key, day, visitor, kind),
  foreign key (comparison_id, key) references page_variants (comparison_id, key) on delete cascade
);
create index page_outcomes_by_age on page_outcomes (day);
