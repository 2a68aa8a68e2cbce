-- Marks the client's messages as needing no reply, up to the last message that the caller saw; null reverts that, with its entry in the
-- timeline. Refusals: not_allowed, thread_gone, thread_not_waiting.
create function settle_thread(thread uuid, until timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  present public.threads;
  settled timestamptz;
begin
  perform private.require_role('owner', 'admin', 'sales', 'coach');
  select t.* into present from public.threads t where t.id = thread and public.may_read_thread(t.contact_id, t.household_id) for no key update;
  if present.id is null then raise sqlstate 'PT404' using message = 'thread_gone'; end if;
  if until is null then
    update public.threads t set settled_until = null where t.id = thread;
    delete from public.activities a
    where a.type = 'thread.settled' and a.related_type = 'thread' and a.related_id = thread and a.actor_id = auth.uid()
      and a.happened_at = (select max(l.happened_at) from public.activities l where l.type = a.type and l.related_id = thread);
    return;
  end if;
  if present.last_author is distinct from 'client' or present.last_message_at <= present.settled_until then
    raise sqlstate 'PT409' using message = 'thread_not_waiting';
  end if;
  settled := least(until, present.last_message_at);
  update public.threads t set settled_until = settled where t.id = thread;
  insert into public.activities (type, contact_id, related_type, related_id, is_demo)
  select 'thread.settled', coalesce((
      select m.contact_id from public.thread_messages m
      where m.thread_id = thread and m.author_kind = 'client' and m.created_at <= settled order by m.created_at desc, m.id desc limit 1),
    present.contact_id), 'thread', thread, present.is_demo;
end
$$;
comment on function settle_thread is 'takes null: until';
revoke execute on function settle_thread(uuid, timestamptz) from public;
grant execute on function settle_thread(uuid, timestamptz) to authenticated;
