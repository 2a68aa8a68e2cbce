-- Downloads of the whole business as one ZIP file. Requested by owners, made by a job, kept for some days.
insert into storage.buckets (id, name, public) values ('business-exports', 'business-exports', false);

create table business_exports (
  id uuid primary key default gen_random_uuid(),
  state text not null default 'waiting' constraint unknown_export_state check (state in ('waiting', 'running', 'ready', 'failed', 'expired')),
  requested_by uuid default auth.uid() references auth.users (id) on delete set null,
  requested_at timestamptz not null default now(),
  -- Files of the archive: written so far, and expected.
  done_entries integer not null default 0 check (done_entries >= 0),
  all_entries integer not null default 0 check (all_entries >= 0),
  finished_at timestamptz,
  size_bytes bigint check (size_bytes >= 0),
  row_count bigint check (row_count >= 0),
  -- The archive is deleted then.
  expires_at timestamptz,
  fault text constraint unknown_export_fault check (fault in ('no_space', 'not_owner', 'failed')),
  downloads integer not null default 0 check (downloads >= 0),
  constraint export_end_is_whole check ((state in ('waiting', 'running')) = (finished_at is null)),
  constraint export_fault_is_whole check ((state = 'failed') = (fault is not null)),
  constraint export_result_is_whole check ((state in ('ready', 'expired')) = (size_bytes is not null and row_count is not null and expires_at is not null))
);
create unique index export_already_running on business_exports ((true)) where state in ('waiting', 'running');
create index business_exports_newest on business_exports (requested_at desc);
create index business_exports_by on business_exports (requested_by);
