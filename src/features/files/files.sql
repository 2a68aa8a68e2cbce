-- Files about a person: what they sent, what was prepared for them. The row comes first and says whose the bytes are;
-- then they may come in under its id, once, and only then it is shown. Who may see the row may see the bytes, also after a merge.
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
  -- Since when the bytes are there; null while they are on their way, and for ever if they never came.
  stored_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1
);
create index files_of_contact on files (contact_id, created_at desc);
create index files_of_opportunity on files (opportunity_id);
create index files_uploaded_by on files (uploaded_by);

create trigger next_version before update on files for each row execute function next_version();

create function check_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.opportunities o where o.id = new.opportunity_id and o.contact_id <> new.contact_id) then
    raise sqlstate 'PT422' using message = 'opportunity_of_another_contact';
  end if;
  -- Disks are not endless, and nobody reads a thousand files.
  if tg_op = 'INSERT' and (select count(*) from public.files f where f.contact_id = new.contact_id) >= 500 then
    raise sqlstate 'PT422' using message = 'too_many_files';
  end if;
  return new;
end
$$;
create trigger check_file before insert or update of opportunity_id on files for each row execute function check_file();

-- Bytes never outlive their row.
create function drop_file_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects where bucket_id = 'files' and name = old.id::text;
  return null;
end
$$;
create trigger drop_bytes after delete on files for each row execute function drop_file_bytes();

-- The key of an object in the bucket is the id of its row.
create function file_id_of(key text) returns uuid
language sql immutable parallel safe set search_path = '' as $$
  select case when key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then key::uuid end
$$;
grant execute on function file_id_of(text) to authenticated, service_role;

-- Says that the bytes have come. What they weigh is told by the storage, not by whoever sent them.
create function note_file_stored(file uuid) returns files
language plpgsql security definer set search_path = '' as $$
declare
  noted public.files;
begin
  update public.files f set stored_at = now(), size_bytes = (o.metadata ->> 'size')::bigint, mime_type = o.metadata ->> 'mimetype'
  from storage.objects o
  where f.id = file and f.uploaded_by = auth.uid() and f.stored_at is null and o.bucket_id = 'files' and o.name = f.id::text
  returning f.* into noted;
  if noted.id is null then
    raise sqlstate 'PT404' using message = 'file_not_stored';
  end if;
  insert into public.activities (type, actor_kind, actor_id, contact_id, opportunity_id, related_type, related_id, title_cache)
  values ('file.added', 'user', auth.uid(), noted.contact_id, noted.opportunity_id, 'file', noted.id, noted.name);
  return noted;
end
$$;
revoke execute on function note_file_stored(uuid) from public;
grant execute on function note_file_stored(uuid) to authenticated;

alter table files enable row level security;
grant select on files to authenticated;
grant insert (id, contact_id, opportunity_id, name), update (opportunity_id, name, deleted_at) on files to authenticated;

create policy "owners, admins and sales see every file" on files for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the files of their contacts" on files for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "owners, admins and sales add files" on files for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')));
create policy "a coach adds files to their contacts" on files for insert to authenticated
  with check (contact_id in (select my_contact_ids()));
create policy "owners and admins change files, also into the bin" on files for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "staff change the files they added" on files for update to authenticated
  using (uploaded_by = (select auth.uid()) and (select is_staff()));

create policy "who sees the row of a file sees its bytes" on storage.objects for select to authenticated
  using (bucket_id = 'files' and exists (
    select from public.files f where f.id = public.file_id_of(objects.name) and f.deleted_at is null));
create policy "who adds a file brings its bytes once" on storage.objects for insert to authenticated
  with check (bucket_id = 'files' and exists (
    select from public.files f
    where f.id = public.file_id_of(objects.name) and f.uploaded_by = (select auth.uid()) and f.stored_at is null));

alter publication supabase_realtime add table files;
