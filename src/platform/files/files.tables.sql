-- Files of contacts. The row is inserted first and decides about access. Then the bytes are uploaded once under its id, and only then the
-- file is listed. Access to the row implies access to the bytes, also after a merge.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('files', 'files', false, 20 * 1024 * 1024, array[
  'application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif', 'text/plain', 'text/csv',
  'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.ms-excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.spreadsheet',
  'audio/mpeg', 'audio/mp4', 'audio/ogg']);

create table files (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id) on delete cascade,
  opportunity_id uuid references opportunities (id) on delete set null,
  name text not null
    constraint file_name_length check (char_length(btrim(name)) between 1 and 200)
    constraint file_name_has_controls check (name !~ '[\u0001-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]'),
  mime_type text not null default '',
  size_bytes bigint not null default 0,
  uploaded_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- When the upload completed; null while it is pending or if it never arrived.
  stored_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1
);
create index files_of_contact on files (contact_id, created_at desc);
create index files_of_opportunity on files (opportunity_id);
create index files_uploaded_by on files (uploaded_by);

alter publication supabase_realtime add table files;
