-- For policies: the folders of a key, its last part, and what follows that part's last dot.
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

create function storage.let_blobs_go() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    insert into storage.loose_blobs (version) values (old.version) on conflict (version) do nothing;
  else
    insert into storage.loose_blobs (version) select version from gone where version is not null on conflict (version) do nothing;
  end if;
  return null;
end $$;

create trigger a_removed_object_lets_its_blob_go after delete on storage.objects
  referencing old table as gone for each statement execute function storage.let_blobs_go();
create trigger a_replaced_object_lets_its_blob_go after update of version on storage.objects
  for each row when (old.version is distinct from new.version and old.version is not null) execute function storage.let_blobs_go();

-- A table can also be emptied at a stroke.
create function storage.let_all_blobs_go() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.loose_blobs (version) select version from storage.objects where version is not null on conflict (version) do nothing;
  return null;
end $$;
create trigger all_removed_objects_let_their_blobs_go before truncate on storage.objects
  for each statement execute function storage.let_all_blobs_go();
