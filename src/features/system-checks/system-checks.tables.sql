-- What the server checks about itself once a minute: one row per check, and per machine where each has its own.
create table system_checks (
  kind text not null constraint unknown_system_check check (kind in ('disk', 'queue', 'mail', 'bounces', 'certificate')),
  -- The machine whose disk it is; empty where the installation has one.
  place text not null default '' check (char_length(place) <= 100),
  is_ok boolean not null,
  -- Numbers of the check, shaped by its kind (system-checks.ts).
  facts jsonb not null default '{}',
  checked_at timestamptz not null default now(),
  failing_since timestamptz,
  -- Failures in a row; the second one raises the alarm, so that a single slow minute raises none.
  failures integer not null default 0 check (failures >= 0),
  primary key (kind, place),
  constraint system_check_failure_is_whole check (is_ok = (failures = 0) and is_ok = (failing_since is null))
);

insert into email_kinds (kind, tokens, has_link) values ('system_alarm', '{businessName,problem}', true);
