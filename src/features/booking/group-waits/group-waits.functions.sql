-- Waiting lists of full groups: waiting contacts, the seats reserved for them, and offers.

-- Until when visitors can book a seat of a group; null if its type or host accepts no bookings.
create function private.group_bookable_until(of_group slot_groups) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select of_group.starts_at - make_interval(mins => t.min_notice_min)
  from public.appointment_types t join public.booking_hosts h on h.user_id = t.user_id
  where t.id = of_group.type_id and t.user_id = of_group.user_id and t.is_active and t.seats is not null and h.is_open
    and private.may_host(h.user_id)
$$;

-- Seats of a group that are neither booked nor held.
create function private.free_seats(of_group slot_groups) returns integer
language sql stable security definer set search_path = '' as $$
  select (coalesce((select t.seats from public.appointment_types t where t.id = of_group.type_id), 0)
    - (select count(*) from public.appointments a where a.slot_group_id = of_group.id and private.takes_slot(a.status, a.pending_blocks))
    - (select count(*) from public.slot_holds h where h.release_at > now()
        and (h.type_id, h.starts_at, h.ends_at) = (of_group.type_id, of_group.starts_at, of_group.ends_at)))::integer
$$;

-- The number of contacts who can still be offered a seat. Freed seats are reserved for them, so the slot function does not offer these to
-- others.
create function private.waiting_for_seat(of_group uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from public.group_waits w join public.slot_groups g on g.id = w.slot_group_id
  where w.slot_group_id = of_group and w.offered_at is null and private.group_bookable_until(g) > now() + interval '30 minutes'
$$;
grant execute on function private.waiting_for_seat(uuid) to service_role;

-- Full groups of a type with an open waiting list, as its page lists them.
create function full_groups(type uuid) returns table (id uuid, starts_at timestamptz, ends_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select g.id, g.starts_at, g.ends_at
  from public.slot_groups g join public.appointment_types t on t.id = g.type_id and not t.requires_link
  where g.type_id = full_groups.type and private.group_bookable_until(g) > now() + interval '30 minutes'
    and private.free_seats(g) - private.waiting_for_seat(g.id) <= 0
    and exists (select from public.appointments a where a.slot_group_id = g.id and private.takes_slot(a.status, a.pending_blocks))
  order by g.starts_at limit 20
$$;
comment on function full_groups is 'never null: id, starts_at, ends_at';
grant execute on function full_groups(uuid) to anon, authenticated, service_role;

-- Adds a contact to the waiting list of a full group. False if the group has a free seat or accepts no bookings. A contact whose offer
-- expired rejoins at the end of the list.
create function wait_for_group(waited uuid, contact uuid, who text, address text, notice uuid, from_url text) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  found_group public.slot_groups;
begin
  select g.* into found_group from public.slot_groups g where g.id = waited;
  if found_group.id is null then return false; end if;
  -- Locked in the order of a booking, so that a seat freed concurrently is counted.
  perform private.lock_host(found_group.user_id);
  if not exists (select from public.full_groups(found_group.type_id) f where f.id = waited) then return false; end if;
  delete from public.group_waits w where w.slot_group_id = waited and w.contact_id = contact and w.held_until <= now();
  insert into public.group_waits (slot_group_id, contact_id, name, email, privacy_text_id, source_url)
  select waited, contact, who, lower(address), (select x.id from public.consent_texts x where x.id = notice and x.kind = 'privacy_notice'), from_url
  where not exists (
    select from public.appointments a where a.slot_group_id = waited and a.contact_id = contact and a.status in ('pending', 'awaiting_payment', 'confirmed'))
  on conflict on constraint already_waiting_for_group do nothing;
  return true;
end
$$;
comment on function wait_for_group is 'never null; takes null: notice, from_url';
grant execute on function wait_for_group(uuid, uuid, text, text, uuid, text) to service_role;

-- Offers free seats to the contacts who waited longest. Each seat is held for three hours, at most until it is no longer bookable; then it
-- is offered to the next contact. Returns the number of offers.
create function private.offer_group_seats() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  next_group public.slot_groups;
  waiting uuid;
  until timestamptz;
  hold uuid;
  offers integer := 0;
begin
  for next_group in
    select g.* from public.slot_groups g where private.waiting_for_seat(g.id) > 0 and private.free_seats(g) > 0 order by g.user_id, g.starts_at
  loop
    perform private.lock_host(next_group.user_id);
    -- Re-read under the lock, because the group may have been rescheduled.
    select g.* into next_group from public.slot_groups g where g.id = next_group.id;
    until := least(now() + interval '3 hours', private.group_bookable_until(next_group));
    -- The slot of an empty group may have been booked since.
    continue when until is null or exists (
      select from public.appointments a where a.user_id = next_group.user_id and a.slot_group_id is distinct from next_group.id
        and a.starts_at < next_group.ends_at and a.ends_at > next_group.starts_at and private.takes_slot(a.status, a.pending_blocks));
    for waiting in
      select w.id from public.group_waits w where w.slot_group_id = next_group.id and w.offered_at is null
      order by w.created_at, w.id limit greatest(0, private.free_seats(next_group))
    loop
      -- The token is generated when the mail is rendered: only its hash is stored.
      insert into public.slot_holds (user_id, type_id, starts_at, ends_at, token_hash, release_at)
      values (next_group.user_id, next_group.type_id, next_group.starts_at, next_group.ends_at, public.link_hash(gen_random_uuid()::text), until)
      returning id into hold;
      update public.group_waits w set offered_at = now(), held_until = until, hold_id = hold where w.id = waiting;
      offers := offers + 1;
    end loop;
  end loop;
  return offers;
end
$$;
grant execute on function private.offer_group_seats() to service_role;

create function private.message_anchors_of_group_waiting(waiting uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select 'seat_free', w.offered_at, w.held_until, w.contact_id, w.email, false
  from public.group_waits w join public.contacts c on c.id = w.contact_id and c.deleted_at is null and not c.is_demo
  where w.id = waiting and w.offered_at is not null
$$;

create function derive_group_waiting_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('group_waiting', coalesce(new.id, old.id));
  return null;
end
$$;
create trigger derive_messages after insert or delete or update of offered_at on group_waits
  for each row execute function derive_group_waiting_messages();

-- A booked seat ends the wait and the hold of its offer.
create function end_group_waiting() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  with ended as (
    delete from public.group_waits w where w.slot_group_id = new.slot_group_id and w.contact_id = new.contact_id returning w.hold_id)
  delete from public.slot_holds h using ended where h.id = ended.hold_id;
  return null;
end
$$;
create trigger end_waiting after insert on appointments for each row when (new.slot_group_id is not null) execute function end_group_waiting();

-- A group that is rescheduled or reassigned keeps its waiting list and loses its holds. Open offers are withdrawn:
-- their contacts wait again in their previous order, and the next offer's mail has the new time. Rows are re-inserted,
-- because a message is sent once per row.
create function withdraw_group_offers() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  with withdrawn as (
    delete from public.group_waits w where w.slot_group_id = new.id and w.held_until > now() returning w.*),
  released as (
    delete from public.slot_holds h using withdrawn w where h.id = w.hold_id)
  insert into public.group_waits (slot_group_id, contact_id, name, email, privacy_text_id, source_url, created_at)
  select w.slot_group_id, w.contact_id, w.name, w.email, w.privacy_text_id, w.source_url, w.created_at from withdrawn w;
  return null;
end
$$;
create trigger withdraw_offers after update of user_id, type_id, starts_at, ends_at on slot_groups
  for each row when ((old.user_id, old.type_id, old.starts_at, old.ends_at) is distinct from (new.user_id, new.type_id, new.starts_at, new.ends_at))
  execute function withdraw_group_offers();

-- The waiting list of an appointment's group, in order. For staff who may change the appointment, and sales.
create function waiting_of_appointment(appointment uuid) returns table (name text, created_at timestamptz, held_until timestamptz)
language sql stable security definer set search_path = '' as $$
  select w.name, w.created_at, case when w.held_until > now() then w.held_until end
  from public.appointments a join public.group_waits w on w.slot_group_id = a.slot_group_id
  where a.id = appointment and (private.manages_host(a.user_id) or public.has_role('sales')) and (w.held_until is null or w.held_until > now())
  order by w.created_at, w.id
$$;
comment on function waiting_of_appointment is 'never null: name, created_at';
grant execute on function waiting_of_appointment(uuid) to authenticated;
