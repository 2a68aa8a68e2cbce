-- Message anchors of an appointment: instants that message rules are relative to. Ended appointments have no reminders; messages about the
-- cancellation itself expire after two days.
create function private.message_anchors_of_appointment(appointment uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  with met as (
    select a.* from public.appointments a where a.id = appointment and not a.is_demo),
  anchors as (
    select case when m.rescheduled_from_id is not null then 'moved' when m.series_id is not null then 'series_booked' else 'booked' end as anchor,
        coalesce(m.confirmed_at, m.created_at) as at, m.starts_at as expires_at
      from met m where m.status = 'confirmed'
    union all select 'starts', m.starts_at, m.starts_at from met m where m.status = 'confirmed'
    union all select 'requested', m.created_at, m.decide_by from met m where m.status = 'pending'
    union all select 'ended', m.ends_at, m.ends_at + interval '2 days' from met m where m.status in ('confirmed', 'completed')
    union all select m.status, m.status_at, m.status_at + interval '2 days' from met m
      where m.status in ('cancelled', 'rejected', 'expired') or (m.status = 'no_show' and m.no_show = 'client'))
  -- The address entered at booking: a contact matched by phone number may have another one, or none.
  -- An attendee who joins later is confirmed at the time of joining.
  select case when n.anchor = 'cancelled' and s.many > 1 then 'series_cancelled' when n.anchor in ('series_booked', 'moved') and j.is_later then 'booked'
      else n.anchor end,
    case when n.anchor in ('booked', 'series_booked', 'moved', 'requested') then greatest(n.at, t.joined_at) else n.at end,
    n.expires_at, t.contact_id, t.email, t.role <> 'main'
  from anchors n cross join met m cross join public.appointment_attendees t
  cross join lateral (select t.role <> 'main' and t.joined_at > m.created_at as is_later) j
  left join public.contacts c on c.id = t.contact_id
  left join lateral (
    select count(*) as many, (array_agg(a.id order by a.starts_at, a.id))[1] as first_one
    from private.cancelled_together(appointment, t.contact_id, t.email) a) s on n.anchor = 'cancelled'
  where t.appointment_id = appointment and (c.id is null or c.deleted_at is null)
    and (t.contact_id is not null or t.email is not null)
    and (t.wants_reminders or n.anchor <> 'starts')
    -- A silent appointment gets no confirmation or reschedule message, and a series gets one, for its first
    -- appointment. An attendee who joins later still gets an invitation.
    and (j.is_later or n.anchor not in ('booked', 'series_booked', 'moved') or not m.is_silent and (n.anchor <> 'series_booked' or not exists (
      select from public.appointments a where a.series_id = m.series_id and a.rescheduled_from_id is null and a.starts_at < m.starts_at)))
    -- A partner or guest without an earlier message about the appointment gets no cancellation either. The appointment
    -- was never paid or confirmed.
    and (n.anchor <> 'cancelled' or t.role = 'main' or exists (
      select from public.appointments m join public.appointments a on a.root_id = m.root_id
      where m.id = appointment and (a.confirmed_at is not null or exists (
        select from public.scheduled_messages h
        where h.context_type = 'appointment' and h.context_id = a.id and h.status in ('sending', 'sent')
          and (h.contact_id = t.contact_id or h.to_value = t.email)))))
    -- One message for all appointments that were cancelled together.
    and (s.many > 1 and s.first_one <> appointment) is not true
$$;

create function derive_appointment_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('appointment', coalesce(new.id, old.id));
  return null;
end
$$;
create trigger derive_messages after update on appointments
  for each row when ((old.status, old.starts_at, old.ends_at, old.contact_id, old.decide_by, old.no_show)
    is distinct from (new.status, new.starts_at, new.ends_at, new.contact_id, new.decide_by, new.no_show))
  execute function derive_appointment_messages();
create trigger derive_messages_of_deleted after delete on appointments for each row execute function derive_appointment_messages();

-- Attendees are inserted after their appointment; messages depend on both.
create function derive_attendee_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('appointment', coalesce(new.appointment_id, old.appointment_id));
  return null;
end
$$;
create trigger derive_messages after insert or update or delete on appointment_attendees
  for each row execute function derive_attendee_messages();

-- Upcoming appointments of a series, as its message lists them.
create function series_appointments(appointment uuid) returns table (root_id uuid, starts_at timestamptz, ends_at timestamptz, ical_sequence integer)
language sql stable security definer set search_path = '' as $$
  select a.root_id, a.starts_at, a.ends_at, a.ical_sequence from public.appointments a
  where a.series_id = (select s.series_id from public.appointments s where s.id = appointment) and a.status = 'confirmed' and a.starts_at > now()
  order by a.starts_at
$$;
comment on function series_appointments is 'never null';
grant execute on function series_appointments(uuid) to service_role;

-- Merge fields of an appointment's messages, for the attendee with the given address.
create function appointment_message_facts(appointment uuid, contact uuid, address text)
returns table (root_id uuid, role text, name text, title text, starts_at timestamptz, ends_at timestamptz, old_starts_at timestamptz,
  client_zone text, location_kind text, location_value text, join_url text, host_name text, host_phone text, reason text, policy text,
  type_path text, ical_sequence integer, status text, has_preparation boolean, booked_by text)
language sql stable security definer set search_path = '' as $$
  select a.root_id, t.role, t.name, a.title, a.starts_at, a.ends_at, before.starts_at, a.client_zone, a.location_kind, a.location_value,
    a.join_url, private.host_name(a.user_id), null::text, a.cancel_reason, y.policy_text, case when y.user_id = a.user_id and y.is_active then h.slug || '/' || y.slug end, a.ical_sequence, a.status,
    coalesce(y.uses_preparation, true) and exists (
      select from public.pages p where p.path = '/preparation' and p.published_version_id is not null),
    (select m.name from public.appointment_attendees m where m.appointment_id = a.id and m.role = 'main')
  from public.appointments a
  join lateral (
    select t.* from public.appointment_attendees t where t.appointment_id = a.id
      and (t.contact_id = contact or (contact is null and t.email = lower(address))) order by t.role <> 'main', t.role limit 1) t on true
  left join public.appointments before on before.id = a.rescheduled_from_id
  left join public.appointment_types y on y.id = a.type_id
  left join public.booking_hosts h on h.user_id = a.user_id
  where a.id = appointment
$$;
comment on function appointment_message_facts is 'never null: root_id, role, name, title, starts_at, ends_at, client_zone, location_kind, location_value, ical_sequence, status, has_preparation';
grant execute on function appointment_message_facts(uuid, uuid, text) to service_role;
