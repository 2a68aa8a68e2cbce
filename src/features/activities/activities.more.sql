-- What people write on a timeline can be put away and taken back, pinned by every colleague who sees it, and can name colleagues, who are told.
alter table activities add column deleted_at timestamptz;
create index activities_pinned on activities (contact_id, pinned_at desc) where pinned_at is not null and deleted_at is null;

alter policy "a client sees what is shared of their own timeline" on activities
  using (visibility = 'client' and deleted_at is null and contact_id in (select id from contacts where client_user_id = (select auth.uid())));

-- Whether this colleague may open this contact: my_contact_ids() for somebody else.
create function may_open_contact(colleague uuid, contact uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles r where r.user_id = colleague and r.is_active and (
      r.role in ('owner', 'admin', 'sales')
      or (r.role = 'coach' and (
        exists (select from public.contacts c where c.id = contact and c.owner_id = colleague)
        or exists (select from public.opportunities o where o.contact_id = contact and o.owner_id = colleague)
        or exists (select from public.client_processes p where p.contact_id = contact and p.coach_id = colleague)))))
$$;
revoke execute on function may_open_contact(uuid, uuid) from public;

-- Whom a note about this contact may name: nobody learns by a mention of a person they may not see.
create function may_be_mentioned(contact uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct r.user_id from public.user_roles r
  where r.is_active and r.role in ('owner', 'admin', 'sales', 'coach') and public.may_open_contact(r.user_id, contact)
    and (public.has_role('owner', 'admin', 'sales') or contact in (select public.my_contact_ids()))
$$;
revoke execute on function may_be_mentioned(uuid) from public;
grant execute on function may_be_mentioned(uuid) to authenticated;

-- The line, if the caller sees it.
create function seen_activity(activity uuid) returns activities
language plpgsql stable security definer set search_path = '' as $$
declare
  line public.activities;
begin
  select a.* into line from public.activities a
  where a.id = activity and (public.has_role('owner', 'admin', 'sales') or a.contact_id in (select public.my_contact_ids()));
  if line.id is null then
    raise sqlstate 'PT404' using message = 'activity_gone';
  end if;
  return line;
end
$$;
revoke execute on function seen_activity(uuid) from public;

-- Keeps a line on top, or lets it go.
create function pin_activity(activity uuid, pinned boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  line constant public.activities := public.seen_activity(activity);
begin
  update public.activities a set pinned_at = case when pinned then now() end where a.id = line.id;
end
$$;
revoke execute on function pin_activity(uuid, boolean) from public;
grant execute on function pin_activity(uuid, boolean) to authenticated;

-- Puts away what was written by hand, or takes it back out: one's own; owners and admins everybody's. What happened stays.
create function put_activity_away(activity uuid, away boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  line constant public.activities := public.seen_activity(activity);
begin
  if line.type not in ('note', 'call', 'whatsapp', 'email', 'meeting')
    or not (line.actor_id = auth.uid() or public.has_role('owner', 'admin')) then
    raise sqlstate 'PT403' using message = 'not_allowed';
  end if;
  update public.activities a set deleted_at = case when away then now() end where a.id = line.id;
end
$$;
revoke execute on function put_activity_away(uuid, boolean) from public;
grant execute on function put_activity_away(uuid, boolean) to authenticated;

-- payload.mentions lists the colleagues whom the words name. Each is told once, and nobody of a person they may not see.
create function tell_mentioned() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  who uuid;
  about public.contacts;
begin
  for who in
    select distinct named.id::uuid from jsonb_array_elements_text(new.payload -> 'mentions') named (id)
    where named.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and (tg_op = 'INSERT' or not coalesce(old.payload -> 'mentions', '[]') ? named.id)
  loop
    if not public.may_open_contact(who, new.contact_id) then
      raise sqlstate 'PT422' using message = 'mentioned_cannot_see';
    end if;
    if who is distinct from auth.uid() then
      select c.* into about from public.contacts c where c.id = new.contact_id;
      insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id, metadata)
      values (who, 'note.mentioned', left('הזכירו אתכם אצל ' || about.full_name, 200),
        left(regexp_replace(new.payload ->> 'text', '\s+', ' ', 'g'), 300), 'high', 'contact', new.contact_id,
        jsonb_build_object('activity_id', new.id));
    end if;
  end loop;
  return null;
end
$$;
create trigger tell_mentioned_of_new after insert on activities
  for each row when (jsonb_typeof(new.payload -> 'mentions') = 'array') execute function tell_mentioned();
create trigger tell_mentioned after update of payload on activities
  for each row when (jsonb_typeof(new.payload -> 'mentions') = 'array') execute function tell_mentioned();

-- Everything that is told of people, with the mails that went out to them, in kinds by which one looks for it.
create view contact_timeline with (security_invoker = true) as
  select a.id, a.type, a.happened_at, a.actor_kind, a.actor_id, a.contact_id, a.household_id, a.opportunity_id,
    a.related_type, a.related_id, a.title_cache, a.payload, a.pinned_at, a.version,
    case split_part(a.type, '.', 1)
      when 'opportunity' then 'sales' when 'task' then 'tasks' when 'file' then 'files'
      when 'note' then 'written' when 'call' then 'written' when 'whatsapp' then 'written' when 'email' then 'written' when 'meeting' then 'written'
      when 'consent' then 'mail' when 'mail' then 'mail'
      when 'payment' then 'payments' when 'charge' then 'payments'
      when 'contact_request' then 'forms' when 'signup' then 'forms' when 'review' then 'forms' when 'waitlist' then 'forms' when 'cancellation' then 'forms'
      else 'record' end as kind,
    concat_ws(' ', a.title_cache, a.payload ->> 'text', a.payload ->> 'note', a.payload ->> 'reason', a.payload ->> 'topic') as words
  from activities a where a.deleted_at is null
  union all
  select m.id, 'mail.sent', coalesce(m.sent_at, m.created_at), 'system', null, m.contact_id, c.household_id, null,
    'message', m.id, m.subject,
    jsonb_strip_nulls(jsonb_build_object('to', m.to_value, 'bounced', m.bounced_at is not null, 'complained', m.complained_at is not null, 'error', m.error)),
    null, 1, 'mail', m.subject
  from messages m join contacts c on c.id = m.contact_id;
grant select on contact_timeline to authenticated;
