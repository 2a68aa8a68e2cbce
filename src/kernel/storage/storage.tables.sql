-- Buckets and objects. A row describes an object; its bytes are in blob storage under its version. Policies of the modules on these two
-- tables authorize callers; the storage server itself has full access.
create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  type text not null default 'STANDARD',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  -- Sorted by bytes, so that a folder is one range of the index.
  name text collate "C" not null,
  owner uuid,
  owner_id text,
  version text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now()
);
create unique index bucketid_objname on storage.objects (bucket_id, name);

-- Orphaned blobs: bytes of a pending upload, or of a replaced or deleted object. Triggers register them in the transaction that removes the
-- object, so that a crash leaves no unknown bytes.
create table storage.loose_blobs (
  version text primary key,
  -- The bytes may be deleted from then on.
  due_at timestamptz not null default now(),
  given_up boolean not null default false
);
create index loose_blobs_due on storage.loose_blobs (due_at);
create index objects_version on storage.objects (version);
