-- Backups of this installation. Written by the server that takes them, read by owners and admins.
create table backup_runs (
  id uuid primary key default gen_random_uuid(),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  state text not null default 'running' constraint unknown_backup_state check (state in ('running', 'done', 'failed')),
  -- Bytes of the compressed database, without files that earlier backups have.
  size_bytes bigint check (size_bytes >= 0),
  fault text constraint unknown_backup_fault check (fault in ('interrupted', 'target_unreachable', 'check_failed', 'failed')),
  constraint backup_end_is_whole check ((state = 'running') = (finished_at is null)),
  constraint backup_fault_is_whole check ((state = 'failed') = (fault is not null)),
  constraint backup_size_is_whole check ((state = 'done') = (size_bytes is not null))
);
create unique index one_running_backup on backup_runs ((true)) where state = 'running';
create index backup_runs_newest on backup_runs (started_at desc);

-- How this installation is backed up; one row, written at each start and once a minute.
create table backup_status (
  is_single boolean primary key default true check (is_single),
  -- external: the database is managed elsewhere. off: no BACKUP_URL. no_key: the owner has not made a key yet.
  mode text not null constraint unknown_backup_mode check (mode in ('on', 'off', 'no_key', 'external')),
  -- Every change before it is in the backup.
  safe_until timestamptz,
  keep_days integer not null check (keep_days > 0),
  started_at timestamptz not null default now(),
  -- The last alarm, until a backup succeeds.
  alarmed_at timestamptz
);

insert into email_kinds (kind, tokens, has_link) values ('backup_failed', '{businessName}', true);

-- Rehearsed restores: the newest backup, restored elsewhere and compared with its manifest.
create table backup_rehearsals (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default now(),
  -- When the rehearsed backup was finished; null if none could be opened.
  backup_at timestamptz,
  tables integer not null check (tables >= 0),
  files integer not null check (files >= 0),
  fault text constraint unknown_rehearsal_fault check (fault in ('not_restorable', 'not_comparable', 'differs')),
  -- Names of tables and files that differ, the first ones.
  differences text[] not null default '{}',
  constraint rehearsal_outcome_is_whole check ((cardinality(differences) > 0) = (fault is not distinct from 'differs'))
);
create index backup_rehearsals_newest on backup_rehearsals (at desc);
