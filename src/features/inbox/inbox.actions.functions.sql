-- The page behind a mailed link to a message: a part of the thread, and one reply.

-- The first staff message that the contact has not read; null if there is none.
create function first_unread_message(thread uuid, contact uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select m.id from public.thread_messages m
  join public.contacts c on c.id = contact
  left join public.thread_reads r on r.thread_id = m.thread_id and r.user_id = c.client_user_id
  where m.thread_id = thread and m.author_kind = 'staff' and m.created_at > coalesce(r.read_at, '-infinity')
  order by m.created_at, m.id limit 1
$$;
revoke execute on function first_unread_message(uuid, uuid) from public;
grant execute on function first_unread_message(uuid, uuid) to service_role;

-- The staff messages from `message` until the link was created, and no others. Null if the message is deleted, or if
-- the contact is no longer a participant of the thread.
create function private.action_facts_of_message(message uuid, contact uuid, made_at timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'author', coalesce((select p.full_name from public.staff_profiles p where p.user_id = first.author_id), 'הצוות'),
    'messages', (select jsonb_agg(jsonb_build_object('id', m.id, 'body', m.body, 'at', m.created_at, 'files', (
        select count(*) from public.files f where f.thread_message_id = m.id and f.deleted_at is null)) order by m.created_at)
      from public.thread_messages m
      where m.thread_id = t.id and m.author_kind = 'staff' and m.created_at between first.created_at and greatest(made_at, first.created_at)))
  from public.thread_messages first
  join public.threads t on t.id = first.thread_id
  join public.contacts c on c.id = contact
  join public.user_roles r on r.user_id = c.client_user_id and r.role = 'client' and r.is_active
  where first.id = message and first.author_kind = 'staff'
    and case when t.household_id is null then c.id = t.contact_id
      else c.household_id = t.household_id and (c.id = t.contact_id or c.household_role = 'partner') end
$$;

-- Stores a reply by mail to the notification of unread messages. Its id is the idempotency key. Returns false if the
-- contact is not a participant of the thread.
create function reply_by_mail(message uuid, thread uuid, contact uuid, body text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  author uuid;
  demo boolean;
begin
  select c.client_user_id, t.is_demo into author, demo
  from public.threads t join public.contacts c on c.id = contact and c.deleted_at is null
  join public.user_roles r on r.user_id = c.client_user_id and r.role = 'client' and r.is_active
  where t.id = thread and case when t.household_id is null then c.id = t.contact_id
    else c.household_id = t.household_id and (c.id = t.contact_id or c.household_role = 'partner') end;
  if author is null then return false; end if;
  insert into public.thread_messages (id, thread_id, author_id, author_kind, contact_id, body, is_demo)
  values (message, thread, author, 'client', contact, reply_by_mail.body, demo) on conflict (id) do nothing;
  return true;
end
$$;
comment on function reply_by_mail is 'never null';
revoke execute on function reply_by_mail(uuid, uuid, uuid, text) from public;
grant execute on function reply_by_mail(uuid, uuid, uuid, text) to service_role;

create function reply_to_linked_message(message uuid, contact uuid, body text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.thread_messages (thread_id, author_id, author_kind, contact_id, body, is_demo)
  select m.thread_id, c.client_user_id, 'client', c.id, reply_to_linked_message.body, m.is_demo
  from public.thread_messages m join public.contacts c on c.id = contact where m.id = message
$$;
revoke execute on function reply_to_linked_message(uuid, uuid, text) from public;
grant execute on function reply_to_linked_message(uuid, uuid, text) to service_role;
