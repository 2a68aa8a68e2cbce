-- Seats of a slot: the group an appointment joins, and the limit of its seats.

-- Whether an appointment blocks its slot. The constraint slot_taken has the same condition.
create function private.takes_slot(status text, pending_blocks boolean) returns boolean
language sql immutable set search_path = '' as $$
  select status in ('awaiting_payment', 'confirmed') or (status = 'pending' and pending_blocks)
$$;

-- The group of a new appointment; null for a type without seats. A rescheduled copy stays in a group that was rescheduled with it.
create function private.join_slot_group(joined appointments) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_group uuid;
begin
  select g.id into found_group from public.appointments before join public.slot_groups g on g.id = before.slot_group_id
  where before.id = joined.rescheduled_from_id and (g.user_id, g.starts_at, g.ends_at) = (joined.user_id, joined.starts_at, joined.ends_at);
  if found_group is not null then return found_group; end if;
  if not exists (select from public.appointment_types t where t.id = joined.type_id and t.seats is not null) then return null; end if;
  insert into public.slot_groups (user_id, type_id, starts_at, ends_at) values (joined.user_id, joined.type_id, joined.starts_at, joined.ends_at)
  on conflict on constraint slot_group_exists do nothing;
  select g.id into found_group from public.slot_groups g
  where (g.type_id, g.user_id, g.starts_at, g.ends_at) = (joined.type_id, joined.user_id, joined.starts_at, joined.ends_at);
  return found_group;
end
$$;

-- Locks the group's row, so that concurrent bookings are counted one by one. A full group is refused like a taken slot.
create function take_seat() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  own public.slot_groups;
begin
  if tg_op = 'INSERT' then new.slot_group_id := private.join_slot_group(new); end if;
  if new.slot_group_id is null or not private.takes_slot(new.status, new.pending_blocks) then return new; end if;
  select g.* into own from public.slot_groups g where g.id = new.slot_group_id for no key update;
  if (own.user_id, own.starts_at, own.ends_at) <> (new.user_id, new.starts_at, new.ends_at) then
    raise check_violation using constraint = 'slot_group_differs', message = 'slot_group_differs';
  end if;
  -- Skips the count if this appointment, or the one it reschedules, already has a seat.
  if tg_op = 'UPDATE' then
    if private.takes_slot(old.status, old.pending_blocks) and old.slot_group_id is not distinct from new.slot_group_id then return new; end if;
  elsif exists (select from public.appointments b where b.id = new.rescheduled_from_id and b.slot_group_id = own.id) then
    return new;
  end if;
  if (select count(*) from public.appointments a
      where a.slot_group_id = own.id and a.id <> new.id and private.takes_slot(a.status, a.pending_blocks))
    >= coalesce((select t.seats from public.appointment_types t where t.id = own.type_id), 1) then
    raise exclusion_violation using constraint = 'slot_taken', message = 'slot_taken';
  end if;
  return new;
end
$$;
create trigger take_seat before insert or update of status, pending_blocks, user_id, starts_at, ends_at, slot_group_id on appointments
  for each row execute function take_seat();

-- Reschedules the appointments of a group, each with its own history and messages. A slot with another group counts as taken.
create function private.move_slot_group(moved slot_groups, starts timestamptz, ends timestamptz, is_silent boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Detaches an empty group in the target slot.
  update public.slot_groups g set type_id = null
  where (g.type_id, g.user_id, g.starts_at, g.ends_at) = (moved.type_id, moved.user_id, starts, ends) and g.id <> moved.id and not exists (
    select from public.appointments a where a.slot_group_id = g.id and a.status in ('pending', 'awaiting_payment', 'confirmed'));
  begin
    update public.slot_groups g set starts_at = starts, ends_at = ends where g.id = moved.id;
  exception when unique_violation then
    raise exclusion_violation using constraint = 'slot_taken', message = 'slot_taken';
  end;
  perform private.move_appointment(a, starts, ends, a.status,
    case when a.status <> 'confirmed' then least(starts, a.decide_by) end, move_slot_group.is_silent)
  from public.appointments a where a.slot_group_id = moved.id and a.status in ('pending', 'awaiting_payment', 'confirmed');
end
$$;
