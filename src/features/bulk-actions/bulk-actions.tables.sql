-- Many rows changed at once, with what they were before, so that it can be taken back. All of it runs with the caller's rights:
-- whom they may not change stays as it is, and what they may not change back stays changed.
create table bulk_changes (
  id uuid primary key default gen_random_uuid(),
  entity text not null constraint unknown_bulk_entity check (entity in ('contacts', 'opportunities', 'tasks')),
  by uuid default auth.uid() references auth.users (id) on delete set null,
  at timestamptz not null default clock_timestamp(),
  change jsonb not null check (jsonb_typeof(change) = 'object'),
  -- {"rows": [{"id", "version" (after the change), "was": {column: value}}], "tasks": [id], "tagged": [id], "untagged": [id]}
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  undone_at timestamptz
);
create index bulk_changes_latest on bulk_changes (by, at desc);

-- What was is written down here and nowhere else: taking back is done with the rights of whoever takes back, over what stands in the note.
-- In a schema that the wire does not show, so that only functions that have made the change reach it.
create schema bulk;
revoke all on schema bulk from public;
grant usage on schema bulk to authenticated, service_role;
