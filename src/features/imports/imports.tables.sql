-- Imported contact lists. Each line of a file is a row for a month after the import. It holds text, parsed values, outcome and former
-- state, for a rollback.
create table imports (
  id uuid primary key default gen_random_uuid(),
  file_name text not null constraint file_name_length check (char_length(btrim(file_name)) between 1 and 200),
  -- SHA-256 in hex, to recognize a file that is uploaded again.
  file_hash text not null check (file_hash ~ '^[0-9a-f]{64}$'),
  file_bytes bigint not null check (file_bytes > 0),
  kind text not null constraint unknown_file_kind check (kind in ('csv', 'xlsx')),
  encoding text,
  separator text,
  -- The line with the column names; 0 if there is none. Lines above it are ignored.
  header_row integer not null check (header_row >= 0),
  header text[] not null check (cardinality(header) between 1 and 200),
  row_count integer not null default 0,
  -- The target of each column, or null if ignored. "phone", "custom:f_12ab".
  mapping jsonb not null default '[]' constraint mapping_shape check (jsonb_typeof(mapping) = 'array' and jsonb_array_length(mapping) <= 200),
  -- For each column, how many of its dates can be read in one order only: {"day_first", "month_first", "either"}; null without dates.
  date_evidence jsonb not null default '[]' check (jsonb_typeof(date_evidence) = 'array'),
  -- The chosen order of each column with dates: "day_first" or "month_first".
  date_orders jsonb not null default '[]' constraint date_orders_shape check (jsonb_typeof(date_orders) = 'array' and jsonb_array_length(date_orders) <= 200),
  match_by text not null default 'phone_or_email'
    constraint unknown_match check (match_by in ('phone', 'email', 'phone_or_email', 'external_id')),
  on_match text not null default 'fill_empty'
    constraint unknown_match_policy check (on_match in ('fill_empty', 'overwrite', 'skip')),
  links_households boolean not null default true,
  -- {"owner_id", "lifecycle", "source"} for new contacts, {"tags": [name]} for all.
  defaults jsonb not null default '{}' check (jsonb_typeof(defaults) = 'object'),
  -- The source of consent to marketing. Null: the import gives no consent.
  consent_proof text constraint consent_proof_length check (char_length(btrim(consent_proof)) between 4 and 500),
  status text not null default 'uploaded' constraint unknown_import_status
    check (status in ('uploaded', 'mapped', 'previewed', 'running', 'done', 'failed', 'rolling_back', 'rolled_back')),
  -- Number of processed lines of the current step.
  handled integer not null default 0,
  -- {"created", "updated", "skipped", "error"}, {"incomplete"} of lines imported without a value, after a rollback {"undone", "kept"}.
  counts jsonb not null default '{}' check (jsonb_typeof(counts) = 'object'),
  -- Tags and households that the import created: {"tags": [id], "households": [id]}.
  made jsonb not null default '{"tags": [], "households": []}' check (jsonb_typeof(made) = 'object'),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  run_at timestamptz,
  finished_at timestamptz,
  rolled_back_at timestamptz,
  -- When its lines were deleted; a rollback is no longer possible.
  forgotten_at timestamptz,
  version integer not null default 1
);
create index imports_newest on imports (created_at desc);
create index imports_of_file on imports (file_hash);
create index imports_created_by on imports (created_by);

create table import_rows (
  import_id uuid not null references imports (id) on delete cascade,
  -- The line number in the file.
  n integer not null check (n > 0),
  raw jsonb not null check (jsonb_typeof(raw) = 'array'),
  -- The parsed values; null before parsing, and if parsing failed.
  clean jsonb check (jsonb_typeof(clean) = 'object'),
  -- An earlier line about the same contact, or about a member of the same household.
  duplicate_of integer,
  household_of integer,
  plan text constraint unknown_plan check (plan in ('created', 'updated', 'skipped', 'error')),
  result text constraint unknown_result check (result in ('created', 'updated', 'skipped', 'error')),
  -- Why the line is skipped or refused, and in which column (from 0).
  reason text,
  reason_column integer,
  -- Values that could not be read: [{"reason", "column"}]. The contact is imported without them.
  faults jsonb not null default '[]' constraint faults_shape check (jsonb_typeof(faults) = 'array'),
  -- No foreign key: the outcome outlives the contact.
  record_id uuid,
  before jsonb,
  -- The contact right after the import, without columns that the system maintains.
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
create index import_rows_incomplete on import_rows (import_id, n) where faults <> '[]';
create index import_rows_by_result on import_rows (import_id, result, n);
