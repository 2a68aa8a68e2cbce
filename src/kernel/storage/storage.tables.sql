-- What is stored: buckets and objects. The bytes lie elsewhere, under the object's version; a row here says that they are there and whose they are.
-- Callers are let in by policies on these two tables, which the features write. The storage server itself keeps the books past them.
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
  -- By bytes, so that a folder is one stretch of the index.
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

-- Bytes that no object stands for: of an upload that is still on its way, or what a replaced or removed object has left behind.
-- Whatever removes an object's row, a statement of a feature included, comes by here in its own transaction: no crash leaves bytes that nobody knows of.
create table storage.loose_blobs (
  version text primary key,
  -- From then on the bytes may be removed.
  due_at timestamptz not null default now(),
  given_up boolean not null default false
);
create index loose_blobs_due on storage.loose_blobs (due_at);
create index objects_version on storage.objects (version);
