create trigger next_version before update on files for each row execute function next_version();

create function check_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.opportunities o where o.id = new.opportunity_id and o.contact_id <> new.contact_id) then
    raise sqlstate 'PT422' using message = 'opportunity_of_another_contact';
  end if;
  -- Limits the number of files per contact.
  if tg_op = 'INSERT' and (select count(*) from public.files f where f.contact_id = new.contact_id) >= 500 then
    raise sqlstate 'PT422' using message = 'too_many_files';
  end if;
  return new;
end
$$;
create trigger check_file before insert or update of opportunity_id on files for each row execute function check_file();

-- Deletes the bytes with their row.
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

-- Marks the upload as complete. The size is read from storage, not sent by the client.
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
  -- Files of messages are excluded: the thread may have fewer readers than the timeline.
  insert into public.activities (type, actor_kind, actor_id, contact_id, opportunity_id, related_type, related_id, title_cache)
  select 'file.added', 'user', auth.uid(), noted.contact_id, noted.opportunity_id, 'file', noted.id, noted.name where noted.thread_id is null;
  return noted;
end
$$;

grant execute on function note_file_stored(uuid) to authenticated;

-- Uploads that did not complete within a day: a client's browser cannot remove the row. Any uploaded bytes are deleted too.
create function prune_failed_uploads() returns void
language sql volatile set search_path = '' as $$
  delete from public.files f where f.stored_at is null and f.created_at < now() - interval '1 day'
$$;
grant execute on function prune_failed_uploads() to service_role;
