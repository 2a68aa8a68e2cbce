-- Calendar sync: one event per chain of an appointment, or per group.
create function private.event_key(met appointments) returns uuid
language sql immutable set search_path = '' as $$ select coalesce(met.slot_group_id, met.root_id) $$;

-- Queues the calendar sync after commit: one job per event and host, replaced by later changes.
create function sync_appointment_event() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed constant public.appointments := coalesce(new, old);
begin
  if changed.is_demo then return null; end if;
  perform jobs.enqueue('sync_appointment', json_build_object('root', private.event_key(changed), 'host', host),
    concat_ws(':', 'sync_appointment', private.event_key(changed), host))
  from (select distinct h.host from unnest(array[old.user_id, new.user_id]) h (host) where h.host is not null) hosts
  where exists (select from public.calendar_connections c where c.user_id = hosts.host);
  return null;
end
$$;
create trigger sync_event after insert on appointments
  for each row when (new.status = 'confirmed') execute function sync_appointment_event();
create trigger sync_event_of_changed after update on appointments
  for each row when ((old.status, old.starts_at, old.ends_at, old.user_id) is distinct from (new.status, new.starts_at, new.ends_at, new.user_id))
  execute function sync_appointment_event();
create trigger sync_event_of_deleted after delete on appointments
  for each row when (old.status in ('confirmed', 'completed', 'no_show')) execute function sync_appointment_event();

-- Attendees who are added later are added to the event, and removed ones are deleted from it.
create function sync_event_of_attendee() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform jobs.enqueue('sync_appointment', json_build_object('root', private.event_key(a), 'host', a.user_id),
    concat_ws(':', 'sync_appointment', private.event_key(a), a.user_id))
  from public.appointments a
  where a.id = coalesce(new.appointment_id, old.appointment_id) and a.status = 'confirmed' and not a.is_demo
    and exists (select from public.calendar_connections c where c.user_id = a.user_id);
  return null;
end
$$;
create trigger sync_event after insert or delete on appointment_attendees for each row execute function sync_event_of_attendee();

-- Once a calendar is writable again, upcoming appointments get their events, and events of cancelled or rescheduled
-- appointments are deleted.
create function sync_events_of_connection() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform jobs.enqueue('sync_appointment', json_build_object('root', roots.root, 'host', new.user_id),
    concat_ws(':', 'sync_appointment', roots.root, new.user_id))
  from (
    select private.event_key(a) as root from public.appointments a
    where a.user_id = new.user_id and a.status = 'confirmed' and a.ends_at > now() and not a.is_demo
    union
    select e.appointment_id from calendar_secrets.events e where e.user_id = new.user_id and e.ends_at > now()
  ) roots;
  return null;
end
$$;
create trigger sync_events_of_new after insert on calendar_connections for each row execute function sync_events_of_connection();
-- Jobs fail without a retry only for these error codes: see sync-appointment.server.ts.
create trigger sync_events_of_mended after update on calendar_connections for each row
  when (new.status = 'connected' and old.last_error in ('access_revoked', 'keys_changed', 'calendar_missing')
    and new.last_error is distinct from old.last_error)
  execute function sync_events_of_connection();

-- Applies a reschedule or deletion that the host made in Google. A move onto another appointment notifies the host instead. The event of a
-- group covers all its appointments.
create function apply_calendar_change(host uuid, root uuid, is_deleted boolean, starts timestamptz, ends timestamptz) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  met public.appointments;
  question text;
begin
  -- The host is locked before the row, in the same order as a booking.
  perform private.lock_host(host);
  select a.* into met from public.appointments a
  where private.event_key(a) = root and (a.root_id = root or a.slot_group_id = root) and a.user_id = host and a.status = 'confirmed'
    and a.starts_at > now() order by a.created_at, a.id limit 1 for no key update;
  if met.id is null then return 'ignored'; end if;
  if is_deleted then
    perform private.end_appointment(a.id, 'cancelled', 'host', 'הפגישה נמחקה מהיומן') from public.appointments a
    where a.id = met.id or (a.slot_group_id = met.slot_group_id and a.status = 'confirmed');
    return 'cancelled';
  end if;
  if (met.starts_at, met.ends_at) = (starts, ends) then return 'ignored'; end if;
  if starts <= now() then
    question := 'ביומן Google היא עברה למועד שכבר עבר';
  -- An all-day event, whose appointment would begin at midnight. A day with a clock change can have 23 hours.
  elsif ends - starts >= interval '23 hours' then
    question := 'ביומן Google היא נקבעה לכל היום';
  else
    begin
      if met.slot_group_id is null then
        perform private.move_appointment(met, starts, ends, 'confirmed', null, false);
      else
        perform private.move_slot_group(g, starts, ends, false) from public.slot_groups g where g.id = met.slot_group_id;
      end if;
      return 'moved';
    exception
      when exclusion_violation then
        question := 'ביומן Google היא עברה לשעה שיש בה פגישה אחרת';
      -- A zero-length event, or one after the last day of the package. An error would abort the sync of the whole
      -- calendar.
      when check_violation or sqlstate 'PT409' then
        question := 'ביומן Google היא עברה למועד שאי אפשר לקבוע';
    end;
  end if;
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
  values (host, 'appointment.collision', left('פגישה שצריך להחליט עליה: ' || met.title, 200),
    question || '. כאן המועד לא השתנה. אפשר לבחור מועד אחר מהיומן', 'high', 'contact', met.contact_id);
  return 'asked';
end
$$;
comment on function apply_calendar_change is 'never null';
grant execute on function apply_calendar_change(uuid, uuid, boolean, timestamptz, timestamptz) to service_role;

-- Stores an attendee's response in Google. A refusal is reported to the host.
create function note_calendar_response(host uuid, root uuid, address text, answer text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  attendee public.appointment_attendees;
begin
  update public.appointment_attendees t set response = answer
  from public.appointments a
  where a.id = t.appointment_id and a.root_id = root and a.slot_group_id is null and a.user_id = host and a.status = 'confirmed' and t.email = lower(address)
    and t.response <> answer
  returning t.* into attendee;
  if attendee.id is null or answer <> 'declined' then return; end if;
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
  select host, 'appointment.declined', left(attendee.name || ' לא יגיעו לפגישה', 200),
    a.title || ', ' || to_char(a.starts_at at time zone 'Asia/Jerusalem', 'DD.MM.YYYY, HH24:MI') || '. הפגישה לא בוטלה', 'high', 'contact', a.contact_id
  from public.appointments a where a.id = attendee.appointment_id;
end
$$;
grant execute on function note_calendar_response(uuid, uuid, text, text) to service_role;
