create trigger next_version before update on activities for each row execute function next_version();

create function activities_before_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.opportunities o where o.id = new.opportunity_id and o.contact_id <> new.contact_id) then
    raise sqlstate 'PT422' using message = 'opportunity_of_another_contact';
  end if;
  -- Capped at the current time: an activity dated in the future would put its contact first in the list for years.
  update public.contacts c set last_activity_at = least(new.happened_at, clock_timestamp())
  -- A preview of the portal by staff is not an activity with the contact.
  where c.id = new.contact_id and new.type <> 'client.previewed' and (c.last_activity_at is null or c.last_activity_at < new.happened_at);
  return new;
end
$$;

create trigger set_derived before insert on activities for each row execute function activities_before_insert();

-- Logs changes of an opportunity. One move is one activity, named after its most specific meaning.
create function log_opportunity_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  card constant public.opportunities := coalesce(new, old);
  what text;
  details jsonb := '{}';
begin
  if tg_op = 'INSERT' then
    what := 'opportunity.created';
    details := jsonb_build_object('to', card.stage, 'to_name', public.stage_name(card.stage_id));
  elsif tg_op = 'DELETE' then
    what := 'opportunity.deleted';
  elsif old.deleted_at is null and new.deleted_at is not null then
    what := 'opportunity.deleted';
  elsif old.deleted_at is not null and new.deleted_at is null then
    what := 'opportunity.restored';
  else
    what := case
      when new.status = old.status then 'opportunity.stage_changed'
      when new.status = 'won' then 'opportunity.won'
      when new.status = 'lost' then 'opportunity.lost'
      else 'opportunity.reopened'
    end;
    details := jsonb_build_object(
      'from', old.stage, 'from_name', public.stage_name(old.stage_id),
      'to', new.stage, 'to_name', public.stage_name(new.stage_id));
    if new.status = 'lost' then
      details := details || jsonb_build_object(
        'reason', (select r.name from public.lost_reasons r where r.id = new.lost_reason_id), 'note', new.lost_note);
    elsif what = 'opportunity.reopened' and new.reopened_because is not null then
      details := details || jsonb_build_object('reason', new.reopened_because);
    end if;
  end if;

  -- A contact deleted in the same transaction has no timeline.
  if tg_op = 'DELETE' and not exists (select from public.contacts c where c.id = old.contact_id) then return null; end if;
  insert into public.activities (type, happened_at, actor_kind, actor_id, contact_id, opportunity_id,
    related_type, related_id, title_cache, payload, is_demo)
  values (what, case when tg_op = 'INSERT' then card.created_at else clock_timestamp() end,
    case when auth.uid() is null then 'system' else 'user' end, auth.uid(), card.contact_id,
    case when tg_op <> 'DELETE' then card.id end, 'opportunity', card.id, card.name, details, card.is_demo);
  return null;
end
$$;

create function stage_name(stage uuid) returns text
language sql stable security definer set search_path = '' as $$
  select s.name from public.pipeline_stages s where s.id = stage
$$;

create trigger timeline_created after insert on opportunities for each row execute function log_opportunity_activity();
create trigger timeline_changed after update on opportunities
  for each row when (old.stage_id <> new.stage_id or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function log_opportunity_activity();
create trigger timeline_deleted after delete on opportunities
  for each row when (old.deleted_at is null) execute function log_opportunity_activity();

-- Whether the colleague may open the contact: my_contact_ids() for another user.
create function may_open_contact(colleague uuid, contact uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles r where r.user_id = colleague and r.is_active and (
      r.role in ('owner', 'admin', 'sales')
      or (r.role = 'coach' and exists (
        select from private.contact_access a where a.contact_id = contact and a.user_id = colleague))))
$$;

-- Users whom a note about this contact may mention: only those who may see the contact.
create function may_be_mentioned(contact uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct r.user_id from public.user_roles r
  where r.is_active and r.role in ('owner', 'admin', 'sales', 'coach') and public.may_open_contact(r.user_id, contact)
    and (public.has_role('owner', 'admin', 'sales') or contact in (select public.my_contact_ids()))
$$;

grant execute on function may_be_mentioned(uuid) to authenticated;

-- Returns the activity if the caller may see it.
create function visible_activity(activity uuid) returns activities
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

-- Pins an activity, or unpins it.
create function pin_activity(activity uuid, pinned boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  line constant public.activities := public.visible_activity(activity);
begin
  update public.activities a set pinned_at = case when pinned then now() end where a.id = line.id;
end
$$;

grant execute on function pin_activity(uuid, boolean) to authenticated;

-- Moves a manual activity into the bin or restores it: the caller's own, or any for owners and admins. Automatic activities cannot be
-- deleted.
create function put_activity_away(activity uuid, away boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  line constant public.activities := public.visible_activity(activity);
begin
  if line.type not in ('note', 'call', 'whatsapp', 'email', 'meeting')
    or not (line.actor_id = auth.uid() or public.has_role('owner', 'admin')) then
    raise sqlstate 'PT403' using message = 'not_allowed';
  end if;
  update public.activities a set deleted_at = case when away then now() end where a.id = line.id;
end
$$;

grant execute on function put_activity_away(uuid, boolean) to authenticated;

-- payload.mentions lists the mentioned colleagues. Each is notified once, and only about contacts they may see.
create function notify_mentioned() returns trigger
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
create trigger notify_mentioned_of_new after insert on activities
  for each row when (jsonb_typeof(new.payload -> 'mentions') = 'array') execute function notify_mentioned();
create trigger notify_mentioned after update of payload on activities
  for each row when (jsonb_typeof(new.payload -> 'mentions') = 'array') execute function notify_mentioned();

-- All activities and sent messages of contacts, with the kinds that the timeline filters by. Excludes messages that an activity already
-- reports.
create view contact_timeline with (security_invoker = true) as
  select a.id, a.type, a.happened_at, a.actor_kind, a.actor_id, a.contact_id, a.opportunity_id,
    a.related_type, a.related_id, a.title_cache, a.payload, a.pinned_at, a.version,
    case split_part(a.type, '.', 1)
      when 'opportunity' then 'sales' when 'task' then 'tasks' when 'file' then 'files'
      when 'note' then 'written' when 'call' then 'written' when 'whatsapp' then 'written' when 'email' then 'written' when 'meeting' then 'written'
      when 'consent' then 'mail' when 'mail' then 'mail' when 'message' then 'written' when 'thread' then 'written'
      when 'appointment' then 'written' when 'webinar' then 'forms'
      when 'payment' then 'payments' when 'charge' then 'payments'
      when 'contact_request' then 'forms' when 'signup' then 'forms' when 'lead_magnet' then 'forms' when 'launch' then 'forms' when 'quiz' then 'forms' when 'review' then 'forms' when 'waitlist' then 'forms' when 'cancellation' then 'forms'
      else 'record' end as kind,
    concat_ws(' ', a.title_cache, a.payload ->> 'text', a.payload ->> 'note', a.payload ->> 'reason', a.payload ->> 'topic') as words
  from activities a where a.deleted_at is null and not a.payload ? 'reported_by'
  union all
  select m.id, case m.channel when 'email' then 'mail.sent' else 'message.sent' end, coalesce(m.sent_at, m.created_at), 'system', null, m.contact_id, null,
    'message', m.id, m.subject,
    jsonb_strip_nulls(jsonb_build_object('channel', m.channel, 'to', m.to_value, 'bounced', m.bounced_at is not null, 'complained', m.complained_at is not null, 'error', m.error)),
    null, 1, case m.channel when 'email' then 'mail' else 'written' end, m.subject
  from messages m;
comment on view contact_timeline is 'never null: id, type, happened_at, actor_kind, contact_id, title_cache, payload, version, kind, words';
