-- Bulk changes with the former values, for undo. Both run with the caller's rights: rows the caller may not update are skipped.
create table bulk_changes (
  id uuid primary key default gen_random_uuid(),
  entity text not null constraint unknown_bulk_entity check (entity in ('contacts', 'opportunities', 'tasks')),
  by uuid default auth.uid() references auth.users (id) on delete set null,
  began_at timestamptz not null default now(),
  at timestamptz not null default clock_timestamp(),
  change jsonb not null check (jsonb_typeof(change) = 'object'),
  -- {"rows": [{"id", "version" (after the change), "was": {column: value}}], "tasks": [id], "tagged": [id], "untagged": [id]}
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  undone_at timestamptz
);
create index bulk_changes_latest on bulk_changes (by, at desc);

-- Former values are written only here, because undo writes them back with the caller's rights. The schema is not served by the API, so only
-- functions that made the change can write them.
create schema bulk;
revoke all on schema bulk from public;
grant usage on schema bulk to authenticated, service_role;
