-- For policies: the folders of a key, its last part, and that part's extension.
create function storage.foldername(name text) returns text[] language sql immutable as $$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$$;
create function storage.filename(name text) returns text language sql immutable as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;
create function storage.extension(name text) returns text language sql immutable as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;
grant execute on function storage.foldername, storage.filename, storage.extension
  to anon, authenticated, service_role, supabase_storage_admin;

create function storage.release_blobs() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    insert into storage.loose_blobs (version) values (old.version) on conflict (version) do nothing;
  else
    insert into storage.loose_blobs (version) select version from gone where version is not null on conflict (version) do nothing;
  end if;
  return null;
end $$;

create trigger release_blobs_of_deleted after delete on storage.objects
  referencing old table as gone for each statement execute function storage.release_blobs();
create trigger release_blob_of_replaced after update of version on storage.objects
  for each row when (old.version is distinct from new.version and old.version is not null) execute function storage.release_blobs();

-- TRUNCATE does not fire row triggers.
create function storage.release_all_blobs() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.loose_blobs (version) select version from storage.objects where version is not null on conflict (version) do nothing;
  return null;
end $$;
create trigger release_all_blobs before truncate on storage.objects
  for each statement execute function storage.release_all_blobs();
