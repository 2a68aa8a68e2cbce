-- Changes of appointments by clients and staff: reschedules, and bookings on behalf of a client.

-- Reschedules an appointment: the row becomes 'rescheduled', and a copy at the new time continues the chain. Returns the copy's id.
create function private.move_appointment(
  moved appointments, starts timestamptz, ends timestamptz, new_status text, decide_until timestamptz, is_silent boolean
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  copy uuid;
begin
  -- Updated before the copy is inserted, so that the appointment does not conflict with itself.
  update public.appointments a set status = 'rescheduled', decide_by = null
  where a.id = moved.id and a.status in ('pending', 'awaiting_payment', 'confirmed');
  if not found then raise sqlstate 'PT409' using message = 'appointment_ended'; end if;
  insert into public.appointments (type_id, title, user_id, contact_id, household_id, opportunity_id, package_id, order_id, series_id, starts_at, ends_at, status, pending_blocks,
    buffer_before, buffer_after, location_kind, location_value, join_url, answers, client_zone, decide_by, rescheduled_from_id, root_id,
    ical_sequence, utm, is_silent, is_demo)
  values (moved.type_id, moved.title, moved.user_id, moved.contact_id, moved.household_id, moved.opportunity_id, moved.package_id, moved.order_id, moved.series_id, starts, ends, new_status,
    moved.pending_blocks, moved.buffer_before, moved.buffer_after, moved.location_kind, moved.location_value, moved.join_url, moved.answers,
    moved.client_zone, decide_until, moved.id, moved.root_id, moved.ical_sequence + 1, moved.utm, move_appointment.is_silent, moved.is_demo)
  returning id into copy;
  insert into public.appointment_attendees (appointment_id, contact_id, role, name, email, phone, wants_reminders)
  select copy, t.contact_id, t.role, t.name, t.email, t.phone, t.wants_reminders from public.appointment_attendees t where t.appointment_id = moved.id;
  return copy;
end
$$;
grant execute on function private.move_appointment(appointments, timestamptz, timestamptz, text, timestamptz, boolean) to service_role;

-- The client's reschedule, called by the server after it computed the slot. The type's notice applies; types with approval become pending
-- again.
create function move_linked_appointment(appointment uuid, starts timestamptz) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  moved public.appointments;
  of_type public.appointment_types;
begin
  select a.* into moved from public.appointments a where a.id = appointment for no key update;
  select t.* into of_type from public.appointment_types t where t.id = moved.type_id;
  if moved.status not in ('pending', 'confirmed') or moved.starts_at <= now() then raise sqlstate 'PT409' using message = 'appointment_ended'; end if;
  if moved.starts_at - make_interval(mins => coalesce(of_type.reschedule_notice_min, 0)) < now() then
    raise sqlstate 'PT409' using message = 'reschedule_too_late';
  end if;
  -- Limits reschedules, because each reschedule is mailed to all added attendees.
  if exists (select from public.appointment_attendees t where t.appointment_id = appointment and t.role <> 'main')
    and (select count(*) from public.appointments a where a.root_id = moved.root_id and a.rescheduled_from_id is not null
      and a.created_at > now() - interval '1 day') >= 5 then
    raise sqlstate 'PT409' using message = 'moved_too_often';
  end if;
  return private.move_appointment(moved, starts, starts + (moved.ends_at - moved.starts_at),
    case when of_type.requires_confirmation then 'pending' else 'confirmed' end,
    case when of_type.requires_confirmation then least(starts, now() + interval '3 days') end, false);
end
$$;
comment on function move_linked_appointment is 'never null';

-- The client's cancellation. Refused within the type's cancellation notice; repeated calls change nothing.
create function cancel_linked_appointment(appointment uuid, why text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  ended public.appointments;
  notice integer;
begin
  select a.* into ended from public.appointments a where a.id = appointment for no key update;
  if ended.status = 'cancelled' and ended.cancelled_by = 'client' and ended.cancel_reason = btrim(why) then return; end if;
  if ended.status not in ('pending', 'awaiting_payment', 'confirmed') or ended.starts_at <= now() then
    raise sqlstate 'PT409' using message = 'appointment_ended';
  end if;
  select coalesce(t.cancel_notice_min, 0) into notice from public.appointment_types t where t.id = ended.type_id;
  if ended.status = 'confirmed' and ended.starts_at - make_interval(mins => coalesce(notice, 0)) < now() then
    raise sqlstate 'PT409' using message = 'cancel_too_late';
  end if;
  perform private.end_appointment(appointment, 'cancelled', 'client', why);
end
$$;

-- The holder of a manage link accepts the appointment. Repeated calls change nothing.
create function accept_linked_appointment(appointment uuid, attendee text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  met public.appointments;
begin
  select a.* into met from public.appointments a where a.id = appointment for no key update;
  if met.status <> 'confirmed' or met.starts_at <= now() then raise sqlstate 'PT409' using message = 'appointment_ended'; end if;
  update public.appointment_attendees m set response = 'accepted'
  where m.appointment_id = appointment and m.role = attendee and m.response <> 'accepted';
end
$$;
grant execute on function accept_linked_appointment(uuid, text) to service_role;

grant execute on function move_linked_appointment(uuid, timestamptz), cancel_linked_appointment(uuid, text) to service_role;

-- Upcoming appointments of an e-mail address, at most ten, with the merge fields of their mail. Appointments whose link was just requested,
-- or that got ten links in a day, are skipped: anyone can type the address.
create function appointments_of_address(address text) returns table (
  root_id uuid, role text, name text, title text, starts_at timestamptz, client_zone text)
language sql stable set search_path = '' as $$
  select a.root_id, t.role, t.name, a.title, a.starts_at, a.client_zone
  from public.appointment_attendees t join public.appointments a on a.id = t.appointment_id
  where t.email = lower(address) and a.status in ('pending', 'awaiting_payment', 'confirmed') and a.starts_at > now() and not a.is_demo
    and not exists (
      select from public.appointment_links l where l.root_id = a.root_id and l.role = t.role and l.created_at > now() - interval '2 minutes')
    and (
      select count(*) from public.appointment_links l
      where l.root_id = a.root_id and l.role = t.role and l.created_at > now() - interval '1 day') < 10
  order by a.starts_at limit 10
$$;
comment on function appointments_of_address is 'never null';
grant execute on function appointments_of_address(text) to service_role;

-- Reschedule by staff. The rules of the type do not apply, but the host's slot must be free.
create function move_appointment(appointment uuid, seen_version integer, starts timestamptz, ends timestamptz, is_silent boolean default false)
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  moved constant public.appointments := private.require_appointment(appointment, seen_version);
begin
  -- An unchanged time needs no message to the client.
  if (moved.starts_at, moved.ends_at) = (starts, ends) and moved.status in ('pending', 'awaiting_payment', 'confirmed') then return moved.id; end if;
  return private.move_appointment(moved, starts, ends, moved.status, case when moved.status <> 'confirmed' then least(starts, moved.decide_by) end, is_silent);
end
$$;
comment on function move_appointment is 'never null';

-- Books one appointment or a series for a contact that the caller can see. Messages go to the contact's own phone and e-mail.
create function book_for_contact(
  type uuid, contact uuid, starts timestamptz[], minutes integer, partner_name text default null, partner_email text default null,
  opportunity uuid default null, is_silent boolean default false
) returns setof uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_type public.appointment_types;
  met public.contacts;
  series uuid := case when cardinality(starts) > 1 then gen_random_uuid() end;
  booked uuid[];
begin
  select t.* into of_type from public.appointment_types t where t.id = type;
  if of_type.id is null or not private.manages_host(of_type.user_id) and not public.has_role('sales') then
    raise sqlstate 'PT404' using message = 'type_gone';
  end if;
  if coalesce(cardinality(starts), 0) not between 1 and 24 then raise sqlstate 'PT422' using message = 'series_too_long'; end if;
  select c.* into met from public.contacts c where c.id = contact and c.deleted_at is null and c.merged_into_id is null
    and (public.has_role('owner', 'admin', 'sales') or c.id in (select public.my_contact_ids()));
  if met.id is null then raise sqlstate 'PT404' using message = 'contact_gone'; end if;
  perform private.lock_host(of_type.user_id);
  -- One INSERT, so that the series gets one event and one timeline entry. Ordered, so that the first appointments use
  -- the package.
  with inserted as (
    insert into public.appointments (type_id, title, user_id, contact_id, opportunity_id, series_id, starts_at, ends_at, status, buffer_before,
      buffer_after, location_kind, location_value, is_silent)
    select type, of_type.title, of_type.user_id, contact,
      (select o.id from public.opportunities o where o.id = opportunity and o.contact_id = contact), series,
      s.at, s.at + make_interval(mins => minutes), 'confirmed', of_type.buffer_before, of_type.buffer_after, of_type.location_kind,
      of_type.location_value, book_for_contact.is_silent
    from unnest(starts) s (at) order by s.at
    returning id, starts_at)
  select array_agg(i.id order by i.starts_at) into booked from inserted i;
  insert into public.appointment_attendees (appointment_id, contact_id, role, name, email, phone)
  select b.id, contact, 'main', met.full_name,
    (select lower(p.value_norm) from public.contact_points p where p.contact_id = contact and p.kind = 'email' order by p.is_primary desc limit 1),
    (select p.value_norm from public.contact_points p where p.contact_id = contact and p.kind = 'phone' order by p.is_primary desc limit 1)
  from unnest(booked) b (id);
  if partner_email is not null then
    insert into public.appointment_attendees (appointment_id, role, name, email)
    select b.id, 'partner', partner_name, lower(partner_email) from unnest(booked) b (id);
  end if;
  return query select unnest(booked);
end
$$;
comment on function book_for_contact is 'never null';
grant execute on function move_appointment(uuid, integer, timestamptz, timestamptz, boolean),
  book_for_contact(uuid, uuid, timestamptz[], integer, text, text, uuid, boolean) to authenticated;

-- The URL of the video room: the appointment's own, or its location once it is confirmed.
create function private.join_url_of(met appointments) returns text
language sql immutable set search_path = '' as $$
  select coalesce(met.join_url, case when met.location_kind in ('meet', 'zoom') and met.location_value ~ '^https://\S+$'
    and met.status in ('confirmed', 'completed', 'no_show') then met.location_value end)
$$;

-- The data of the manage page. An appointment reassigned to another host has no slots of its type for a reschedule.
create function linked_appointment_page(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'appointmentId', a.id, 'role', l.role, 'typeId', case when t.user_id = a.user_id then a.type_id end, 'title', a.title, 'status', a.status, 'startsAt', a.starts_at, 'endsAt', a.ends_at,
    'zone', a.client_zone, 'lockedZone', t.locked_zone, 'locationKind', a.location_kind, 'locationValue', a.location_value, 'joinUrl', private.join_url_of(a),
    'cancelledBy', a.cancelled_by, 'cancelReason', a.cancel_reason, 'statusAt', a.status_at, 'decideBy', a.decide_by, 'sequence', a.ical_sequence,
    'awaitsProof', a.status = 'awaiting_payment' and a.order_id is null,
    'canProve', a.status = 'awaiting_payment' and a.order_id is null and l.role = 'main' and exists (
      select from public.appointment_links k where k.token_hash = public.link_hash(token) and k.proves_attendee),
    'allowPartner', coalesce(t.allow_partner, false), 'maxGuests', coalesce(t.max_guests, 0),
    'offersEarlier', coalesce(t.is_active and t.seats is null, false), 'waitsForEarlier', exists (select from public.earlier_waits w where w.root_id = a.root_id),
    'heldEarlier', (select jsonb_build_object('startsAt', s.starts_at, 'until', s.release_at)
      from public.earlier_waits w join public.earlier_offers o on o.root_id = w.root_id
      join public.slot_holds s on s.id = o.hold_id and s.release_at > now() where w.root_id = a.root_id order by s.release_at desc limit 1),
    'usesPreparation', coalesce(t.uses_preparation, true),
    'form', case when l.role = 'main' then private.form_of_appointment(a.root_id) end, 'rootId', a.root_id, 'hostName', coalesce(private.host_name(a.user_id), ''), 'hostSlug', h.slug, 'typeSlug', case when t.user_id = a.user_id and t.is_active then t.slug end, 'policyText', coalesce(t.policy_text, ''),
    'cancelUntil', a.starts_at - make_interval(mins => coalesce(t.cancel_notice_min, 0)),
    'rescheduleUntil', a.starts_at - make_interval(mins => coalesce(t.reschedule_notice_min, 0)),
    'duration', (extract(epoch from a.ends_at - a.starts_at) / 60)::integer, 'window', private.booking_window(t), 'away', private.time_away(a.user_id),
    'prepared', coalesce((select to_jsonb(p.done) from public.appointment_preparations p where p.root_id = a.root_id and p.role = l.role), '[]'),
    'attendees', (select jsonb_agg(jsonb_build_object('name', m.name, 'role', m.role, 'response', m.response) order by m.role <> 'main', m.role <> 'partner', m.role)
      from public.appointment_attendees m where m.appointment_id = a.id))
  from public.linked_appointment(token) l join public.appointments a on a.id = l.id
  left join public.booking_hosts h on h.user_id = a.user_id
  left join public.appointment_types t on t.id = a.type_id
$$;
grant execute on function linked_appointment_page(text) to service_role;
