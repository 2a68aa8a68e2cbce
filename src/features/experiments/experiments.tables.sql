-- A/B tests of the home page: two or three pages alternate at `/`. Without a row, `/` shows its own page.

-- A period with fixed weights. Changed weights end it and start the next one, so that counts share one assignment rule.
create table page_comparisons (
  id uuid primary key default gen_random_uuid(),
  path text not null default '/' constraint compared_address check (path = '/'),
  -- The weights in words, for the audit log: pages may be renamed later.
  label text not null,
  -- With the browser's headers it assigns the variant. It is carried over to the next period, so that assignments are stable. It is deleted
  -- after the last one, so that assignments cannot be reconstructed.
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

-- `key` is the variant's own address.
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

-- Conversions of visitors who saw a variant, on the same day. The visitor's hash changes daily and differs from the one of page views. It
-- prevents double counting and cannot be linked to views or messages.
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
