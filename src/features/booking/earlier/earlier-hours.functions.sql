-- Offers of an earlier slot: the waiting clients, the offers, and when they end.

-- Starts or stops the wait of a chain. Only for the main attendee, while the client may still reschedule. Repeated
-- calls change nothing.
create function set_earlier_wait(appointment uuid, waits boolean) returns void
language plpgsql volatile set search_path = '' as $$
declare
  met public.appointments;
  of_type public.appointment_types;
begin
  select a.* into met from public.appointments a where a.id = appointment for no key update;
  if not waits then
    perform private.end_earlier_wait(met.root_id);
    return;
  end if;
  select t.* into of_type from public.appointment_types t where t.id = met.type_id;
  if met.status <> 'confirmed' or met.starts_at - make_interval(mins => coalesce(of_type.reschedule_notice_min, 0)) < now()
    or not coalesce(of_type.is_active and of_type.seats is null, false) then
    raise sqlstate 'PT409' using message = 'earlier_not_offered';
  end if;
  insert into public.earlier_waits (root_id) values (met.root_id) on conflict do nothing;
end
$$;
grant execute on function set_earlier_wait(uuid, boolean) to service_role;

-- Ends the wait and the hold of an open offer.
create function private.end_earlier_wait(root uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.slot_holds h using public.earlier_offers o where o.root_id = root and h.id = o.hold_id;
  delete from public.earlier_waits w where w.root_id = root;
$$;
grant execute on function private.end_earlier_wait(uuid) to service_role;

-- Clients who can be offered a slot now, longest waiting first: a confirmed appointment that its client may still reschedule, without an
-- open offer.
create function private.waits_for_earlier() returns table (
  root_id uuid, host uuid, type_id uuid, starts_at timestamptz, minutes integer, min_notice_min integer, seen_starts timestamptz[],
  seen_until timestamptz, offered timestamptz[])
language sql stable security definer set search_path = '' as $$
  select w.root_id, a.user_id, t.id, a.starts_at, (extract(epoch from a.ends_at - a.starts_at) / 60)::integer, t.min_notice_min, w.seen_starts,
    w.seen_until,
    array(select o.starts_at from public.earlier_offers o where o.root_id = w.root_id)
  from public.earlier_waits w join public.appointments a on a.root_id = w.root_id and a.status = 'confirmed'
  join public.appointment_types t on t.id = a.type_id and t.is_active and t.seats is null
  join public.booking_hosts h on h.user_id = a.user_id and h.user_id = t.user_id and h.is_open and private.may_host(h.user_id)
  where a.starts_at - make_interval(mins => t.reschedule_notice_min) > now() and not exists (
    select from public.earlier_offers o join public.slot_holds s on s.id = o.hold_id and s.release_at > now() where o.root_id = w.root_id)
    -- At most three offers a day.
    and (select count(*) from public.earlier_offers o where o.root_id = w.root_id and o.offered_at > now() - interval '1 day') < 3
  order by w.created_at, w.root_id limit 500
$$;
grant execute on function private.waits_for_earlier() to service_role;

-- Offers a slot and holds it for three hours, at most until it is no longer bookable. Called under the host's lock,
-- after the slot was computed. False if too little time is left, no message can offer it, or the client no longer
-- waits.
create function private.offer_earlier_hour(root uuid, starts timestamptz, ends timestamptz) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  met public.appointments;
  until timestamptz;
  hold uuid;
  offer uuid;
begin
  select a.* into met from public.appointments a where a.root_id = root and a.status = 'confirmed' and a.starts_at > starts for no key update;
  select least(now() + interval '3 hours', starts - make_interval(mins => t.min_notice_min),
    met.starts_at - make_interval(mins => t.reschedule_notice_min)) into until
  from public.appointment_types t where t.id = met.type_id;
  if until is null or until < now() + interval '30 minutes' or not exists (select from public.earlier_waits w where w.root_id = root) then
    return false;
  end if;
  -- The token is generated when the mail is rendered: only its hash is stored.
  insert into public.slot_holds (user_id, type_id, starts_at, ends_at, token_hash, release_at)
  values (met.user_id, met.type_id, starts, ends, public.link_hash(gen_random_uuid()::text), until) returning id into hold;
  insert into public.earlier_offers (root_id, starts_at, held_until, hold_id) values (root, starts, until, hold) returning id into offer;
  -- A slot is held only with a message: the rule may be disabled, or the address missing.
  if not exists (
    select from public.scheduled_messages s where s.context_type = 'earlier_offer' and s.context_id = offer and s.status in ('scheduled', 'held_quiet')) then
    delete from public.earlier_offers o where o.id = offer;
    delete from public.slot_holds h where h.id = hold;
    return false;
  end if;
  return true;
end
$$;
grant execute on function private.offer_earlier_hour(uuid, timestamptz, timestamptz) to service_role;

create function private.message_anchors_of_earlier_offer(offer uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select 'hour_free', o.offered_at, o.held_until, t.contact_id, t.email, false
  from public.earlier_offers o
  join public.appointments a on a.root_id = o.root_id and a.status = 'confirmed' and not a.is_demo
  join public.appointment_attendees t on t.appointment_id = a.id and t.role = 'main'
  left join public.contacts c on c.id = t.contact_id
  where o.id = offer and t.email is not null and c.deleted_at is null
$$;

create function derive_earlier_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('earlier_offer', coalesce(new.id, old.id));
  return null;
end
$$;
create trigger derive_messages after insert or delete on earlier_offers for each row execute function derive_earlier_messages();

-- An appointment that ends also ends its wait.
create function end_waiting_for_earlier() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_earlier_wait(new.root_id);
  return null;
end
$$;
create trigger end_earlier_wait after update of status on appointments
  for each row when (new.status in ('cancelled', 'rejected', 'expired', 'completed', 'no_show') and old.status <> new.status)
  execute function end_waiting_for_earlier();
-- After a reassignment the offer ends: its held slot belongs to the previous host.
create trigger end_earlier_wait_at_host after update of user_id on appointments
  for each row when (old.user_id <> new.user_id) execute function end_waiting_for_earlier();

-- A reschedule changes which slots are earlier, so the next scan has no slots to compare with.
create function forget_seen_starts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.earlier_waits w set seen_starts = null, seen_until = null where w.root_id = new.root_id;
  return null;
end
$$;
create trigger forget_seen_starts after insert on appointments
  for each row when (new.rescheduled_from_id is not null) execute function forget_seen_starts();

-- The wait ends when the offered slot is booked. Runs before the hold is deleted.
create function accept_earlier_hour(root uuid, token text) returns void
language sql volatile set search_path = '' as $$
  select private.end_earlier_wait(o.root_id) from public.earlier_offers o join public.slot_holds h on h.id = o.hold_id
  where o.root_id = root and h.token_hash = public.link_hash(token)
$$;
grant execute on function accept_earlier_hour(uuid, text) to service_role;
