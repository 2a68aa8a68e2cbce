-- Merge fields of appointments for message templates.
create function private.merge_fields_of_appointment() returns text[]
language sql immutable set search_path = '' as $$
  select array['סוג_פגישה', 'תאריך_פגישה', 'שעון_פגישה', 'משך_פגישה', 'מקום_פגישה', 'מארח_פגישה', 'קישור.כניסה_לפגישה', 'קישור.ניהול_פגישה',
    'קישור.קביעת_פגישה']
$$;

-- The current appointment of the chain: a reschedule inserts another row.
create function private.present_appointment(appointment uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select n.id from public.appointments a join public.appointments n on n.root_id = a.root_id
  where a.id = appointment order by n.status = 'rescheduled', n.created_at desc, n.id limit 1
$$;

-- Merge values of an appointment; empty unless the contact attends it.
create function private.merge_values_of_appointment(appointment uuid, contact uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(f) from public.appointment_message_facts(private.present_appointment(appointment), contact, null) f where contact is not null
$$;

-- A path with a new token for this attendee. Only the hash of the token is stored.
create function private.merge_link_of_appointment(field text, contact uuid, context_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  token constant text := translate(encode(extensions.gen_random_bytes(24), 'base64'), '+/', '-_');
begin
  if field <> 'קישור.ניהול_פגישה' or contact is null then return null; end if;
  insert into public.appointment_links (token_hash, root_id, role)
  select public.link_hash(token), f.root_id, f.role
  from public.appointment_message_facts(private.present_appointment(context_id), contact, null) f;
  return case when found then '/appointment/manage/' || token end;
end
$$;

-- The contact's newest appointment, for a preview.
create function private.newest_appointment_of(contact uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select a.id from public.appointments a join public.appointment_attendees t on t.appointment_id = a.id
  where t.contact_id = contact and a.status <> 'rescheduled' order by a.created_at desc, a.id limit 1
$$;

-- Whether the appointment was cancelled. Messages sent after a cancellation are about it.
create function private.has_ended_appointment(appointment uuid, trigger text) returns boolean
language sql stable security definer set search_path = '' as $$
  select trigger is distinct from 'appointment.cancelled' and not exists (
    select from public.appointments a
    where a.id = private.present_appointment(appointment) and a.status not in ('cancelled', 'rejected', 'expired'))
$$;
