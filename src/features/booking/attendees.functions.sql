-- Additional attendees of an appointment (the partner and guests): adding, invitation limits per address, removal.

-- Invitation limits per address, against mail flooding: a few new invitations a day and a bounded number of upcoming ones. Attendees added
-- by staff are not limited. A rescheduled appointment keeps its attendees.
create function limit_invitations() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  root constant uuid := (select a.root_id from public.appointments a where a.id = new.appointment_id);
  today integer;
  ahead integer;
begin
  if public.is_staff() or exists (
    select from public.appointment_attendees t join public.appointments a on a.id = t.appointment_id where a.root_id = root and t.email = new.email)
  then return new; end if;
  -- Serializes concurrent invitations of the address, so that each one counts the others.
  perform pg_advisory_xact_lock(hashtextextended('invitations ' || new.email, 0));
  select count(distinct a.root_id) filter (where t.joined_at > now() - interval '1 day'),
    count(distinct a.root_id) filter (where a.status in ('pending', 'awaiting_payment', 'confirmed') and a.starts_at > now()) into today, ahead
  from public.appointment_attendees t join public.appointments a on a.id = t.appointment_id
  where t.email = new.email and t.role <> 'main';
  if today >= 3 or ahead >= 12 then raise sqlstate 'PT409' using message = 'address_invited_often'; end if;
  return new;
end
$$;
create trigger limit_invitations before insert on appointment_attendees
  for each row when (new.role <> 'main' and new.email is not null) execute function limit_invitations();

-- Adds an attendee with their own messages and links. The caller has locked the appointment row, so concurrent
-- additions get different roles.
create function private.add_attendee(met appointments, kind text, who text, address text, places integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  place text := kind;
begin
  if met.status not in ('pending', 'awaiting_payment', 'confirmed') or met.starts_at <= now() then
    raise sqlstate 'PT409' using message = 'appointment_ended';
  end if;
  if exists (select from public.appointment_attendees t where t.appointment_id = met.id and t.email = lower(address)) then
    raise sqlstate 'PT422' using message = 'partner_is_attendee';
  end if;
  if kind = 'guest' then
    select 'guest-' || n into place from generate_series(1, places) n
    where not exists (select from public.appointment_attendees t where t.appointment_id = met.id and t.role = 'guest-' || n) order by n limit 1;
    if place is null then raise sqlstate 'PT409' using message = 'guests_full'; end if;
  end if;
  insert into public.appointment_attendees (appointment_id, role, name, email) values (met.id, place, who, lower(address));
end
$$;
grant execute on function private.add_attendee(appointments, text, text, text, integer) to service_role;

-- Adds the partner, or a guest up to max_guests of the type, on behalf of the client.
create function add_linked_attendee(appointment uuid, kind text, who text, address text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  met public.appointments;
  of_type public.appointment_types;
begin
  select a.* into met from public.appointments a where a.id = appointment for no key update;
  select t.* into of_type from public.appointment_types t where t.id = met.type_id;
  if not (case kind when 'partner' then coalesce(of_type.allow_partner, false) else coalesce(of_type.max_guests, 0) > 0 end) then
    raise sqlstate 'PT409' using message = 'partner_not_offered';
  end if;
  perform private.add_attendee(met, kind, who, address, of_type.max_guests);
end
$$;
grant execute on function add_linked_attendee(uuid, text, text, text) to service_role;

-- Removes an attendee from all appointments of the chain, with their scheduled messages; the calendar event is updated.
create function private.remove_attendee(root uuid, place text) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.appointment_attendees t using public.appointments a
  where a.id = t.appointment_id and a.root_id = root and t.role = place and t.role <> 'main'
$$;
grant execute on function private.remove_attendee(uuid, text) to service_role;

-- A guest removes themselves. Repeated calls change nothing.
create function leave_linked_appointment(appointment uuid, place text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  met public.appointments;
begin
  select a.* into met from public.appointments a where a.id = appointment for no key update;
  if place not like 'guest-%' then raise sqlstate 'PT409' using message = 'guests_only'; end if;
  -- Attendees cannot leave a past appointment.
  if met.status not in ('pending', 'awaiting_payment', 'confirmed') or met.starts_at <= now() then
    raise sqlstate 'PT409' using message = 'appointment_ended';
  end if;
  perform private.remove_attendee(met.root_id, place);
end
$$;
grant execute on function leave_linked_appointment(uuid, text) to service_role;

-- Removes a partner or a guest on behalf of staff.
create function remove_attendee(appointment uuid, seen_version integer, place text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  met constant public.appointments := private.require_appointment(appointment, seen_version);
begin
  perform private.remove_attendee(met.root_id, place);
end
$$;
grant execute on function remove_attendee(uuid, integer, text) to authenticated;

-- Links and checklist ticks are deleted with their attendee, because the role can be reused.
create function forget_attendee() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  root constant uuid := (select a.root_id from public.appointments a where a.id = old.appointment_id);
begin
  if root is null or exists (
    select from public.appointment_attendees t join public.appointments a on a.id = t.appointment_id where a.root_id = root and t.role = old.role)
  then return null; end if;
  delete from public.appointment_links l where l.root_id = root and l.role = old.role;
  delete from public.appointment_preparations p where p.root_id = root and p.role = old.role;
  return null;
end
$$;
create trigger forget_attendee after delete on appointment_attendees
  for each row when (old.role <> 'main') execute function forget_attendee();
