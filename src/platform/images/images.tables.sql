-- Pictures of the site: covers of posts, share pictures, photographs in pages. Written only by the server, which decodes and re-encodes
-- each one, so that no other content and no metadata is stored.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('pictures', 'pictures', true, 10 * 1024 * 1024, array['image/jpeg', 'image/webp']);

create table pictures (
  -- With the format it is the object's key. Immutable: a new picture has a new id.
  id uuid primary key default gen_random_uuid(),
  format text not null constraint unknown_format check (format in ('jpeg', 'webp')),
  width integer not null check (width between 1 and 2400),
  height integer not null check (height between 1 and 2400),
  bytes integer not null check (bytes > 0),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index pictures_created_by on pictures (created_by);
