-- Message anchors of a registration. Reminders are rescheduled with the session, and cancelled after its end or cancellation. A
-- registrant who cancels gets one mail, until the end of the session.
create function private.message_anchors_of_webinar_registration(registration uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  with known as (
    select r.*, s.starts_at, s.status, s.started_at, s.ended_at, s.settled_at, s.cancelled_at as session_cancelled_at, s.replay_until, w.kind,
      w.offer_product_id, coalesce(r.returned_at, r.registered_at) as entered_at,
      s.starts_at + make_interval(mins => w.duration_minutes) as ends_at,
      greatest(s.moved_at, r.moved_at) as changed_at
    from public.webinar_registrations r
    join public.webinars w on w.id = r.webinar_id
    join public.contacts c on c.id = r.contact_id and c.deleted_at is null
    left join public.webinar_sessions s on s.id = r.session_id
    where r.id = registration and not r.is_demo),
  waiting as (select * from known where known.state = 'waitlisted' and known.repeat_of is null),
  coming as (select * from known where known.state not in ('cancelled', 'waitlisted') and known.repeat_of is null),
  anchors as (
    select case when t.status in ('replay', 'ended') and t.entered_at > t.ended_at or t.kind = 'on_demand' then 'registered_late' else 'registered' end as anchor,
      t.entered_at as at, coalesce(t.ends_at + interval '2 days', t.entered_at + interval '7 days') as expires_at
      from coming t where t.status is distinct from 'cancelled'
        -- A registrant from the waiting list was mailed about the seat or the move, and gets the confirmation only on a
        -- resend.
        and (t.waitlisted_at is null or t.returned_at > greatest(t.seated_at, t.moved_at))
    union all select 'waitlisted', greatest(t.waitlisted_at, t.returned_at), t.starts_at from waiting t where t.status in ('scheduled', 'lobby', 'live')
    union all select 'seated', t.seated_at, t.ends_at from coming t where t.seated_at is not null and t.status in ('scheduled', 'lobby', 'live')
    union all select 'moved', t.changed_at, t.starts_at from coming t where t.changed_at is not null and t.status in ('scheduled', 'lobby')
    union all select 'starts', t.starts_at, t.starts_at + interval '5 minutes' from coming t
      where t.status in ('scheduled', 'lobby') and t.state = 'registered'
    union all select 'not_in', t.started_at + interval '2 minutes', t.ends_at from coming t where t.status = 'live' and t.state = 'registered'
    union all select case when exists (
          select from public.orders o where o.contact_id = t.contact_id and o.product_id = t.offer_product_id and o.paid_at >= t.registered_at)
        then 'bought' else t.state end, t.ended_at, t.ended_at + interval '3 days'
      from coming t where t.settled_at is not null and t.state in ('stayed', 'left_early', 'missed') and t.status in ('ended', 'replay', 'closed')
    union all select 'replay_ends', t.replay_until, t.replay_until from coming t
      where t.status = 'replay' and t.state not in ('replay', 'stayed')
    union all select 'cancelled', t.session_cancelled_at, t.session_cancelled_at + interval '2 days'
      from known t where t.status = 'cancelled' and t.state <> 'cancelled' and t.repeat_of is null
    union all select 'answered', max(q.answered_at), max(q.answered_at) + interval '3 days' from known t
      join public.webinar_messages q on q.registration_id = t.id and q.answered_at is not null and private.is_recorded_question(q)
      having max(q.answered_at) is not null
    union all select 'registration_cancelled', t.cancelled_at, t.ends_at from known t
      where t.state = 'cancelled' and t.cancelled_at < t.ends_at and t.repeat_of is null)
  select n.anchor, n.at, n.expires_at, t.contact_id, t.email, false from anchors n, known t
$$;

-- The address may belong to another person, so mails triggered by visitors are limited to ten a day per address.
create function private.message_refusal_of_webinar_registration(message scheduled_messages) returns text
language sql stable security definer set search_path = '' as $$
  select 'too_many_webinar_mails' from public.message_rules r
  where r.id = message.rule_id and r.anchor in ('registered', 'registered_late', 'waitlisted', 'moved', 'registration_cancelled') and 10 <= (
    select count(*) from public.messages m
    join public.scheduled_messages s on s.id = m.scheduled_id and s.context_type = 'webinar_registration'
    join public.message_rules o on o.id = s.rule_id and o.anchor in ('registered', 'registered_late', 'waitlisted', 'moved', 'registration_cancelled')
    where m.to_value = message.to_value and m.created_at > now() - interval '1 day'
      and (s.planned_at, s.id) < (message.planned_at, message.id))
$$;

-- Keys of the message rules disabled for the registration's webinar.
create function private.muted_messages_of_webinar_registration(registration uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select m.rule_key from public.webinar_muted_messages m join public.webinar_registrations r on r.webinar_id = m.webinar_id
    where r.id = registration)
$$;

-- A change of a rule applies to all sessions with future messages, including messages already scheduled. The lock of
-- the webinar waits for concurrent registrations, so that their messages are derived too.
create function derive_messages_of_webinars() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.webinars w where w.id in (select c.webinar_id from changed c) order by w.id for update;
  perform private.derive_messages_of('webinar_registration', array(
    select r.id from public.webinar_registrations r left join public.webinar_sessions s on s.id = r.session_id
    where r.webinar_id in (select c.webinar_id from changed c) and s.status is distinct from 'closed' order by r.id));
  return null;
end
$$;
create trigger derive_of_muted after insert on webinar_muted_messages referencing new table as changed
  for each statement execute function derive_messages_of_webinars();
create trigger derive_of_unmuted after delete on webinar_muted_messages referencing old table as changed
  for each statement execute function derive_messages_of_webinars();

-- The number of a registrant who consented to WhatsApp with this registration and has not withdrawn, see whatsapp_number(). It must be
-- stored for the contact: an entered number is unverified, and a template can contain fields of an earlier contact.
create function private.whatsapp_number_of_webinar_registration(registration uuid) returns text
language sql stable security definer set search_path = '' as $$
  select r.phone from public.webinar_registrations r
  where r.id = registration and exists (
    select from public.consents k
    where k.contact_id = r.contact_id and k.value_norm = r.phone and k.channel = 'whatsapp' and k.purpose = 'marketing' and k.action = 'grant'
      and k.source_type = 'webinar' and k.source_id = r.id)
    and exists (select from public.contact_points p where p.contact_id = r.contact_id and p.kind = 'phone' and p.value_norm = r.phone)
$$;

create function derive_webinar_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('webinar_registration', coalesce(new.id, old.id));
  return null;
end
$$;
create trigger derive_messages after insert or delete on webinar_registrations for each row execute function derive_webinar_messages();
create trigger derive_messages_of_changed after update on webinar_registrations
  for each row when ((old.state, old.session_id, old.contact_id, old.email, old.returned_at, old.repeat_of)
    is distinct from (new.state, new.session_id, new.contact_id, new.email, new.returned_at, new.repeat_of))
  execute function derive_webinar_messages();

create function derive_session_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('webinar_registration', r.id)
  from public.webinar_registrations r where r.session_id = new.id order by r.id;
  return null;
end
$$;
create trigger derive_messages after update on webinar_sessions
  for each row when ((old.status, old.starts_at, old.settled_at, old.replay_until) is distinct from (new.status, new.starts_at, new.settled_at, new.replay_until))
  execute function derive_session_messages();

-- Data for the messages of a registration, including the cancellation mail.
create function webinar_message_facts(registration uuid) returns table (
  webinar_id uuid, session_id uuid, slug text, name text, title text, starts_at timestamptz, duration_minutes integer, client_zone text,
  replay_until timestamptz, ical_sequence integer, status text, registration_state text)
language sql stable security definer set search_path = '' as $$
  select w.id, s.id, w.slug, r.name, w.title, s.starts_at, w.duration_minutes, r.client_zone, s.replay_until, r.ical_sequence, s.status,
    r.state
  from public.webinar_registrations r join public.webinars w on w.id = r.webinar_id left join public.webinar_sessions s on s.id = r.session_id
  where r.id = registration
$$;
comment on function webinar_message_facts is 'never null: webinar_id, slug, name, title, duration_minutes, client_zone, ical_sequence, registration_state';
grant execute on function webinar_message_facts(uuid) to service_role;
