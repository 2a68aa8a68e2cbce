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
  -- For the library: the file's name, and what the picture shows.
  name text not null default '' constraint picture_name_length check (char_length(name) <= 120),
  alt text not null default '' constraint picture_alt_length check (char_length(alt) <= 200),
  -- The point that stays visible when the picture is cropped, in percent from the left and from the top.
  focal_x smallint not null default 50 constraint picture_focal_x check (focal_x in (0, 25, 50, 75, 100)),
  focal_y smallint not null default 50 constraint picture_focal_y check (focal_y in (0, 25, 50, 75, 100)),
  -- Pages show that picture instead. Never a chain: a replacement also takes over what this picture had replaced.
  replaced_by uuid references pictures (id) constraint picture_replaced_by_itself check (replaced_by <> id),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index pictures_created_by on pictures (created_by);
create index pictures_replaced_by on pictures (replaced_by);
