-- Creates the form link of an appointment whose type has a form; for a series only for the first appointment.
create function link_form_of_appointment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.form_links (form_id, contact_id, token_hash, is_single_use, appointment_id)
  -- The hash is random and matches no token: the form is opened with the tokens of the appointment.
  select f.id, new.contact_id, encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'), true, new.id
  from public.appointment_types t join public.forms f on f.id = t.form_id and f.status = 'published' and f.deleted_at is null
  where t.id = new.type_id and (new.series_id is null or not exists (
    select from public.form_links l join public.appointments a on a.id = l.appointment_id where a.series_id = new.series_id));
  return null;
end
$$;
create trigger link_form after insert on appointments
  for each row when (new.contact_id is not null and new.root_id = new.id) execute function link_form_of_appointment();

-- The form of an appointment, for the main attendee: its id, title, and whether it was submitted. Null without an open form.
create function private.form_of_appointment(root uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('formId', f.public_id, 'title', f.title, 'isSent', l.used_at is not null)
  from public.form_links l join public.forms f on f.id = l.form_id and f.status = 'published' and f.deleted_at is null
  where l.appointment_id = root and l.revoked_at is null and not private.is_appointment_off(root)
$$;
grant execute on function private.form_of_appointment(uuid) to service_role;
