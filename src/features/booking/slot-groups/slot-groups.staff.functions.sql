-- Staff reschedule or cancel all appointments of a group at once. Each has its own history, and each attendee gets the usual message.

-- The group of an upcoming appointment. Locks the host, like every change of an appointment.
create function private.require_slot_group(appointment uuid, seen_version integer) returns slot_groups
language plpgsql volatile security definer set search_path = '' as $$
declare
  met constant public.appointments := private.require_appointment(appointment, seen_version);
  found_group public.slot_groups;
begin
  if met.status not in ('pending', 'awaiting_payment', 'confirmed') or met.starts_at <= now() then
    raise sqlstate 'PT409' using message = 'appointment_ended';
  end if;
  select g.* into found_group from public.slot_groups g where g.id = met.slot_group_id for no key update;
  if found_group.id is null then raise sqlstate 'PT422' using message = 'not_a_group'; end if;
  return found_group;
end
$$;

-- The rules of the type do not apply to staff. If the host's new slot is taken, none of the appointments is moved.
create function move_group_appointments(
  appointment uuid, seen_version integer, starts timestamptz, ends timestamptz, is_silent boolean default false
) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.move_slot_group(private.require_slot_group(appointment, seen_version), starts, ends, move_group_appointments.is_silent);
end
$$;

-- A single UPDATE cancels all. The reason is shown to each client.
create function cancel_group_appointments(appointment uuid, seen_version integer, why text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended constant public.slot_groups := private.require_slot_group(appointment, seen_version);
begin
  update public.appointments a set status = 'cancelled', cancelled_by = 'host', cancel_reason = nullif(btrim(why), '')
  where a.slot_group_id = ended.id and a.status in ('pending', 'awaiting_payment', 'confirmed');
end
$$;
grant execute on function move_group_appointments(uuid, integer, timestamptz, timestamptz, boolean),
  cancel_group_appointments(uuid, integer, text) to authenticated;
