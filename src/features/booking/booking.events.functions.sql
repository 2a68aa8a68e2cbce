-- Domain events of appointments, and their activities on the contact's timeline.
create function private.appointment_event(happened appointments, was text) returns text
language sql immutable set search_path = '' as $$
  select case happened.status
    when 'pending' then 'appointment.requested'
    when 'awaiting_payment' then 'appointment.held'
    when 'confirmed' then case when was = 'no_show' or was = 'completed' then null
      when was is null and happened.rescheduled_from_id is not null then 'appointment.rescheduled' else 'appointment.confirmed' end
    when 'cancelled' then 'appointment.cancelled'
    when 'rejected' then 'appointment.cancelled'
    when 'expired' then 'appointment.cancelled'
    when 'completed' then 'appointment.completed'
    when 'no_show' then 'appointment.no_show' end
$$;

create function emit_appointment_event() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was constant text := case when tg_op = 'UPDATE' then old.status end;
  type constant text := private.appointment_event(new, was);
  -- Appointments of a series that one statement books or cancels share the event and timeline entry of the first.
  together constant uuid[] := case when new.series_id is not null and (new.status = 'cancelled' or type = 'appointment.confirmed')
    then private.changed_together(new) end;
  is_reported constant boolean := coalesce(together[1] <> new.id, false);
begin
  if type is null then return null; end if;
  if not is_reported then
    perform private.emit_event(type, new.contact_id, 'appointment', new.id,
      jsonb_build_object('user_id', new.user_id, 'type_id', new.type_id, 'status', new.status, 'cancelled_by', new.cancelled_by,
        'no_show', new.no_show, 'starts_at', to_jsonb(new.starts_at),
        'appointments', case when cardinality(together) > 1 then to_jsonb(together) end), new.is_demo);
  end if;
  if new.contact_id is not null and not new.is_demo then
    insert into public.activities (type, happened_at, actor_kind, actor_id, contact_id, opportunity_id, related_type, related_id, title_cache, payload)
    values (type, clock_timestamp(),
      case when public.is_colleague(auth.uid()) then 'user' when new.cancelled_by = 'client' or was is null then 'contact' else 'system' end,
      case when public.is_colleague(auth.uid()) then auth.uid() when new.cancelled_by = 'client' or was is null then new.contact_id end,
      new.contact_id, new.opportunity_id, 'appointment', new.id, new.title,
      jsonb_strip_nulls(jsonb_build_object('starts_at', new.starts_at, 'reason', new.cancel_reason, 'status', new.status, 'no_show', new.no_show,
        'appointments', case when cardinality(together) > 1 and not is_reported then cardinality(together) end,
        'reported_by', case when is_reported then together[1] end)));
  end if;
  return null;
end
$$;
create trigger emit_created after insert on appointments for each row execute function emit_appointment_event();
create trigger emit_changed after update on appointments
  for each row when (old.status <> new.status) execute function emit_appointment_event();
