-- Whether the caller may read a thread: clients their own, partners also the household's, staff those of the contacts
-- that they may open.
create function may_read_thread(contact uuid, household uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when public.has_role('owner', 'admin', 'sales') then true
    when contact in (select public.my_contact_ids()) then true
    when household is null then contact = public.my_client_contact_id()
    else exists (select from public.contacts c
      where c.id = public.my_client_contact_id() and c.household_id = household and c.household_role = 'partner') end
$$;
grant execute on function may_read_thread(uuid, uuid) to authenticated;

-- Opens the thread with a client, which is created on first use. A shared thread belongs to the partners of a
-- household.
create function open_thread(contact uuid, is_shared boolean) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.contacts;
  home uuid;
  found_id uuid;
begin
  select c.* into person from public.contacts c where c.id = contact and c.deleted_at is null;
  home := case when is_shared then person.household_id end;
  if person.id is null or (is_shared and (home is null or person.household_role is distinct from 'partner'))
    or not (public.may_read_thread(person.id, null) or (is_shared and public.may_read_thread(person.id, home))) then
    raise sqlstate 'PT404' using message = 'thread_gone';
  end if;
  insert into public.threads (contact_id, household_id, is_demo) values (person.id, home, person.is_demo) on conflict do nothing;
  select t.id into found_id from public.threads t
  where case when home is null then t.household_id is null and t.contact_id = person.id else t.household_id = home end;
  return found_id;
end
$$;
comment on function open_thread is 'never null';
grant execute on function open_thread(uuid, boolean) to authenticated;

create function thread_messages_before_insert() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- The author is the caller: staff or client.
  if auth.uid() is not null then
    new.author_id := auth.uid();
    -- Server functions set the contact: behind a mailed link, a client with a second factor has no role.
    new.contact_id := coalesce(public.my_client_contact_id(), new.contact_id);
    new.author_kind := case when new.contact_id is not null then 'client' else 'staff' end;
  end if;
  return new;
end
$$;
create trigger set_author before insert on thread_messages for each row execute function thread_messages_before_insert();

comment on trigger set_author on thread_messages is 'sets: author_kind';

create function note_thread_message() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  thread public.threads;
begin
  -- An automatic message is no reply: it does not change whether the thread awaits a reply.
  update public.threads t set
    last_message_at = case when new.is_automatic then coalesce(t.last_message_at, new.created_at) else new.created_at end,
    last_author = case when new.is_automatic then coalesce(t.last_author, new.author_kind) else new.author_kind end
  where t.id = new.thread_id returning t.* into thread;
  if new.author_id is not null and not new.is_automatic then
    insert into public.thread_reads (thread_id, user_id, read_at) values (new.thread_id, new.author_id, new.created_at)
    on conflict (thread_id, user_id) do update set read_at = excluded.read_at;
  end if;
  if new.author_kind = 'client' then
    perform private.emit_event('message.received', coalesce(new.contact_id, thread.contact_id), 'thread_message', new.id,
      jsonb_build_object('channel', 'portal'), new.is_demo);
    -- One notification per thread until it is read.
    insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
    select u.user_id, 'message.received', left('הודעה באזור האישי: ' || c.full_name, 200), left(new.body, 200), 'medium', 'contact', c.id
    from public.contacts c, public.notice_recipients(c.owner_id) u (user_id)
    where c.id = coalesce(new.contact_id, thread.contact_id) and not new.is_demo and not exists (
      select from public.notifications n where n.user_id = u.user_id and n.type = 'message.received' and not n.is_read
        and n.related_entity_id = c.id and n.title like 'הודעה באזור%');
  end if;
  perform private.derive_messages('thread', new.thread_id);
  return null;
end
$$;
create trigger note_message after insert on thread_messages for each row execute function note_thread_message();

-- Marks a thread as read by the caller, up to now.
create function mark_thread_read(thread uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.thread_reads (thread_id, user_id, read_at)
  select t.id, auth.uid(), clock_timestamp() from public.threads t
  where t.id = thread and public.may_read_thread(t.contact_id, t.household_id)
  on conflict (thread_id, user_id) do update set read_at = excluded.read_at;
  if not found then raise sqlstate 'PT404' using message = 'thread_gone'; end if;
  perform private.derive_messages('thread', thread);
end
$$;
grant execute on function mark_thread_read(uuid) to authenticated;

-- The clients of a thread, with the first staff message that each has not read.
create function private.message_anchors_of_thread(thread uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select 'unread', min(m.created_at), min(m.created_at) + interval '3 days', c.id, null::text, false
  from public.threads t
  join public.contacts c on c.deleted_at is null and c.client_user_id is not null
    and (c.id = t.contact_id and (t.household_id is null or c.household_id = t.household_id)
      or c.household_id = t.household_id and c.household_role = 'partner')
  left join public.thread_reads r on r.thread_id = t.id and r.user_id = c.client_user_id
  join public.thread_messages m on m.thread_id = t.id and m.author_kind = 'staff' and m.created_at > coalesce(r.read_at, '-infinity')
  where t.id = thread and not t.is_demo
  group by c.id
$$;

-- The time up to which staff marked the client's messages as needing no reply; null for other callers.
create function private.thread_settled_until(thread uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select t.settled_until from public.threads t where t.id = thread and public.has_role('owner', 'admin', 'sales', 'coach')
$$;
grant execute on function private.thread_settled_until(uuid) to authenticated;

-- Threads of the inbox that the caller may read, latest first. Automatic messages count as unread for clients only.
create function inbox_threads() returns table (
  id uuid, contact_id uuid, contact_name text, household_name text, last_message_at timestamptz, last_author text, last_words text,
  unread bigint, waits boolean)
language sql stable set search_path = public as $$
  select t.id, t.contact_id, c.full_name, h.name, t.last_message_at, t.last_author,
    (select left(m.body, 160) from thread_messages m
      where m.thread_id = t.id and (not m.is_automatic or m.created_at = t.last_message_at or (select my_client_contact_id()) is not null)
      order by m.created_at desc, m.id desc limit 1),
    (select count(*) from thread_messages m where m.thread_id = t.id and m.author_id is distinct from (select auth.uid())
      and (not m.is_automatic or (select my_client_contact_id()) is not null)
      and m.created_at > coalesce((select r.read_at from thread_reads r where r.thread_id = t.id and r.user_id = (select auth.uid())), '-infinity')),
    t.last_author = 'client' and t.last_message_at > coalesce(private.thread_settled_until(t.id), '-infinity')
  from threads t left join contacts c on c.id = t.contact_id left join households h on h.id = t.household_id
  where t.last_message_at is not null
  order by t.last_message_at desc, t.id limit 200
$$;
comment on function inbox_threads is 'never null: id, contact_id, last_message_at, last_author, last_words, unread, waits';
grant execute on function inbox_threads() to authenticated;

-- Names of the participants of a thread: clients cannot read the staff's accounts.
create function thread_authors(thread uuid) returns table (user_id uuid, name text, kind text)
language sql stable security definer set search_path = '' as $$
  select distinct m.author_id, coalesce(p.full_name, c.first_name, 'הצוות'), m.author_kind
  from public.thread_messages m join public.threads t on t.id = m.thread_id
  left join public.staff_profiles p on p.user_id = m.author_id and m.author_kind = 'staff'
  left join public.contacts c on c.id = m.contact_id
  where m.thread_id = thread and m.author_id is not null and public.may_read_thread(t.contact_id, t.household_id)
$$;
comment on function thread_authors is 'never null';
grant execute on function thread_authors(uuid) to authenticated;
