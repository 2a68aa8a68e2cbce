-- Lists of people that come from other programs. Each line of a file is a row here until a month after it was taken in:
-- what it said, what it was understood as, what became of it, and what stood there before, so that all of it can be taken back.
create table imports (
  id uuid primary key default gen_random_uuid(),
  file_name text not null constraint file_name_length check (char_length(btrim(file_name)) between 1 and 200),
  -- SHA-256 in hex: the same file is recognised when it comes again.
  file_hash text not null check (file_hash ~ '^[0-9a-f]{64}$'),
  file_bytes bigint not null check (file_bytes > 0),
  kind text not null constraint unknown_file_kind check (kind in ('csv', 'xlsx')),
  encoding text,
  separator text,
  -- The line with the names of the columns; 0 when there is none. Lines above it are no people.
  header_row integer not null check (header_row >= 0),
  header text[] not null check (cardinality(header) between 1 and 200),
  row_count integer not null default 0,
  -- For each column what it is, or null: left out. "phone", "custom:f_12ab".
  mapping jsonb not null default '[]' constraint mapping_shape check (jsonb_typeof(mapping) = 'array' and jsonb_array_length(mapping) <= 200),
  match_by text not null default 'phone_or_email'
    constraint unknown_match check (match_by in ('phone', 'email', 'phone_or_email', 'external_id')),
  on_match text not null default 'fill_empty'
    constraint unknown_match_policy check (on_match in ('fill_empty', 'overwrite', 'skip')),
  links_households boolean not null default true,
  -- {"owner_id", "lifecycle", "source"} for people who are new, {"tags": [name]} for everybody.
  defaults jsonb not null default '{}' check (jsonb_typeof(defaults) = 'object'),
  -- Where agreement to be written to comes from. Without it nobody of the list has agreed to anything.
  consent_proof text constraint consent_proof_length check (char_length(btrim(consent_proof)) between 4 and 500),
  status text not null default 'uploaded' constraint unknown_import_status
    check (status in ('uploaded', 'mapped', 'previewed', 'running', 'done', 'failed', 'rolling_back', 'rolled_back')),
  -- How many lines of the step under way are behind it.
  handled integer not null default 0,
  -- {"created", "updated", "skipped", "error"}, and after a rollback {"undone", "kept"}.
  counts jsonb not null default '{}' check (jsonb_typeof(counts) = 'object'),
  -- Tags and homes that it made: {"tags": [id], "households": [id]}.
  made jsonb not null default '{"tags": [], "households": []}' check (jsonb_typeof(made) = 'object'),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  run_at timestamptz,
  finished_at timestamptz,
  rolled_back_at timestamptz,
  -- Its lines are gone, and with them the way back.
  forgotten_at timestamptz,
  version integer not null default 1
);
create index imports_newest on imports (created_at desc);
create index imports_of_file on imports (file_hash);
create index imports_created_by on imports (created_by);

create table import_rows (
  import_id uuid not null references imports (id) on delete cascade,
  -- As the program that made the file counts its lines.
  n integer not null check (n > 0),
  raw jsonb not null check (jsonb_typeof(raw) = 'array'),
  -- What it was understood as; null while it was not looked at, and when it was not understood.
  clean jsonb check (jsonb_typeof(clean) = 'object'),
  -- An earlier line about the same person, or about somebody of the same home.
  duplicate_of integer,
  household_of integer,
  plan text constraint unknown_plan check (plan in ('created', 'updated', 'skipped', 'error')),
  result text constraint unknown_result check (result in ('created', 'updated', 'skipped', 'error')),
  -- Why it is skipped or an error, and in which column (from 0).
  reason text,
  reason_column integer,
  -- No foreign key: what happened stays true after the person is gone.
  record_id uuid,
  before jsonb,
  -- How the person stood right after, without what the system notes by itself.
  after_hash text,
  activity_at timestamptz,
  undone text constraint unknown_undoing check (undone in ('deleted', 'restored', 'kept')),
  kept_because text,
  primary key (import_id, n)
);
create index import_rows_to_look_at on import_rows (import_id, n) where clean is null and reason is null;
create index import_rows_to_plan on import_rows (import_id, n) where plan is null;
create index import_rows_to_do on import_rows (import_id, n) where result is null;
create index import_rows_to_undo on import_rows (import_id, n) where result in ('created', 'updated') and undone is null;
create index import_rows_of_record on import_rows (record_id) where record_id is not null;
create index import_rows_by_plan on import_rows (import_id, plan, n);
create index import_rows_by_result on import_rows (import_id, result, n);
