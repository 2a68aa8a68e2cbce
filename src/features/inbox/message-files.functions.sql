-- Sends a message with files that the caller has uploaded to the thread. The message id is the idempotency key, as for
-- a message without files. Refusals: thread_gone, too_many_message_files, message_file_missing.
create function send_message_with_files(message uuid, thread uuid, body text, files uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted constant uuid[] := array(select distinct f from unnest(files) f);
  attached integer;
begin
  if not exists (select from public.threads t where t.id = thread and public.may_read_thread(t.contact_id, t.household_id)) then
    raise sqlstate 'PT404' using message = 'thread_gone';
  end if;
  if cardinality(wanted) > 5 then raise sqlstate 'PT422' using message = 'too_many_message_files'; end if;
  insert into public.thread_messages (id, thread_id, body) values (message, thread, send_message_with_files.body) on conflict (id) do nothing;
  if not found then return; end if;
  update public.files f set thread_message_id = message
  where f.id = any (wanted) and f.thread_id = thread and f.uploaded_by = auth.uid() and f.thread_message_id is null
    and f.stored_at is not null and f.deleted_at is null;
  get diagnostics attached = row_count;
  if attached <> cardinality(wanted) then raise sqlstate 'PT422' using message = 'message_file_missing'; end if;
end
$$;
revoke execute on function send_message_with_files(uuid, uuid, text, uuid[]) from public;
grant execute on function send_message_with_files(uuid, uuid, text, uuid[]) to authenticated;

-- Deletes files whose message was not sent within a day, with their bytes.
create function prune_unsent_files() returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.files f where f.thread_id is not null and f.thread_message_id is null and f.created_at < now() - interval '1 day'
$$;
revoke execute on function prune_unsent_files() from public;
grant execute on function prune_unsent_files() to service_role;
