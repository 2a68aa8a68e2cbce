-- Cancellation of a series by staff, and the appointments that one booking or cancellation covers.

-- A single UPDATE: its timestamp identifies the appointments that share a message. Hosts are locked before rows, as in a booking.
create function cancel_series(appointment uuid, seen_version integer, why text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  first_one public.appointments;
begin
  perform private.lock_host(h.user_id) from (
    select distinct a.user_id from public.appointments a
    where a.series_id = (select s.series_id from public.appointments s where s.id = appointment) order by 1) h;
  first_one := private.require_appointment(appointment, seen_version);
  if first_one.status not in ('pending', 'awaiting_payment', 'confirmed') or first_one.starts_at <= now() then
    raise sqlstate 'PT409' using message = 'appointment_ended';
  end if;
  -- All or none: the message announces the cancellation of the whole series.
  if exists (select from private.series_from(first_one) a where not private.manages_host(a.user_id)) then
    raise sqlstate 'PT409' using message = 'series_of_another_host';
  end if;
  update public.appointments a set status = 'cancelled', cancelled_by = 'host', cancel_reason = nullif(btrim(why), '')
  where a.id in (select f.id from private.series_from(first_one) f);
end
$$;
grant execute on function cancel_series(uuid, integer, text) to authenticated;

-- An appointment and the later open ones of its series.
create function private.series_from(first_one appointments) returns setof appointments
language sql stable security definer set search_path = '' as $$
  select a.* from public.appointments a
  where (a.id = first_one.id or (a.series_id = first_one.series_id and a.starts_at > first_one.starts_at))
    and a.status in ('pending', 'awaiting_payment', 'confirmed')
$$;

-- The appointments of the given attendee that were cancelled together with this one.
create function private.cancelled_together(appointment uuid, contact uuid, address text) returns setof appointments
language sql stable security definer set search_path = '' as $$
  select b.* from public.appointments a
  join public.appointments b on b.series_id = a.series_id and b.status = 'cancelled' and b.status_at = a.status_at
  where a.id = appointment and a.status = 'cancelled' and exists (
    select from public.appointment_attendees t
    where t.appointment_id = b.id and (t.contact_id = contact or (contact is null and t.email = lower(address))))
$$;

-- The same appointments, formatted for the message.
create function cancelled_appointments(appointment uuid, contact uuid, address text)
returns table (root_id uuid, starts_at timestamptz, ends_at timestamptz, ical_sequence integer)
language sql stable security definer set search_path = '' as $$
  select a.root_id, a.starts_at, a.ends_at, a.ical_sequence from private.cancelled_together(appointment, contact, address) a order by a.starts_at, a.id
$$;
comment on function cancelled_appointments is 'never null';
grant execute on function cancelled_appointments(uuid, uuid, text) to service_role;

-- Appointments of a contact that the same statement booked or cancelled, in order.
create function private.changed_together(one appointments) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array_agg(a.id order by a.starts_at, a.id) from public.appointments a
  where a.series_id = one.series_id and a.status = one.status and a.status_at = one.status_at
    and a.contact_id is not distinct from one.contact_id
$$;
