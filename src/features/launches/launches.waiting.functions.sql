-- The waiting list of a launch and its mails.

-- The launch that opens after a waiting-list row was written, and when: a published clone, or the same launch with a
-- new cart. None for contacts who already joined the clone, or who have since bought or left the launch of the row.
create function private.launch_after_waiting(waiting uuid) returns table (launch_id uuid, at timestamptz, closes_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select l.id, o.at, l.cart_closes_at
  from public.launch_waitlist w
  join public.launches l on w.launch_id in (l.id, l.cloned_from_id) and l.status in ('prelaunch', 'cart_open')
  cross join lateral (select case when l.id = w.launch_id then l.cart_opens_at else greatest(l.prelaunch_at,
    (select max(m.moved_at) from public.launch_moves m where m.launch_id = l.id and m.from_status = 'draft')) end as at) o
  where w.id = waiting and o.at > w.created_at and not exists (
    select from public.launch_participants p where p.contact_id = w.contact_id
      and (p.launch_id = l.id and l.id <> w.launch_id
        or p.launch_id = w.launch_id and (p.status = 'buyer' or p.opted_out_at > w.created_at)))
  order by o.at, l.id limit 1
$$;
grant execute on function private.launch_after_waiting(uuid) to service_role;

create function private.message_anchors_of_launch_waiting(waiting uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select 'reopened', n.at, n.closes_at, w.contact_id, null::text, false
  from public.launch_waitlist w
  join public.contacts c on c.id = w.contact_id and c.deleted_at is null
  cross join lateral private.launch_after_waiting(w.id) n
  where w.id = waiting
  union all
  select 'seat_free', w.seat_offered_at, coalesce(p.cart_closes_at, l.cart_closes_at), w.contact_id, p.email, false
  from public.launch_waitlist w
  join public.launch_participants p on p.launch_id = w.launch_id and p.contact_id = w.contact_id
  join public.launches l on l.id = w.launch_id
  join public.prices r on r.id = l.price_id
  join public.contacts c on c.id = w.contact_id and c.deleted_at is null
  -- No mail is sent if the seat is taken again.
  where w.id = waiting and w.seat_offered_at is not null and private.launch_cart(l, p, now()) = 'open'
    and coalesce(private.places_left(r), 1) > 0
$$;

-- Offers free seats in open carts to waiting participants, longest waiting first. An offer reserves its seat for three
-- hours, so that no two participants are offered the same seat. Returns the number of offers.
create function private.offer_launch_seats() returns integer
language sql volatile security definer set search_path = '' as $$
  with waiting as (
    select w.id, l.price_id, w.created_at, w.seat_offered_at
    from public.launch_waitlist w
    join public.launches l on l.id = w.launch_id and l.price_id is not null and not l.is_demo
    join public.launch_participants p on p.launch_id = l.id and p.contact_id = w.contact_id
    where w.created_at >= coalesce(p.cart_opens_at, l.cart_opens_at) and private.launch_cart(l, p, now()) = 'open'),
  free as (
    -- A price without a seat limit has seats for all.
    select r.id as price_id, coalesce(r.seats - private.places_taken(r.id)
      - (select count(*) from waiting o where o.price_id = r.id and o.seat_offered_at > now() - interval '3 hours'), 100000) as places
    from public.prices r where r.id in (select n.price_id from waiting n where n.seat_offered_at is null)),
  next as (
    select n.id, n.price_id, row_number() over (partition by n.price_id order by n.created_at, n.id) as place
    from waiting n where n.seat_offered_at is null),
  offered as (
    update public.launch_waitlist w set seat_offered_at = now() from next n join free f on f.price_id = n.price_id
    where n.id = w.id and n.place <= f.places and w.seat_offered_at is null returning 1)
  select count(*)::integer from offered
$$;
grant execute on function private.offer_launch_seats() to service_role;

create function derive_launch_waiting_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('launch_waiting', coalesce(new.id, old.id));
  return null;
end
$$;
create trigger derive_messages after insert or delete or update of seat_offered_at on launch_waitlist for each row execute function derive_launch_waiting_messages();

-- Joining the reopened launch removes the contact from its waiting list.
create function end_launch_waiting() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('launch_waiting', w.id) from public.launch_waitlist w where w.contact_id = new.contact_id;
  return null;
end
$$;
create trigger end_waiting after insert or update of status on launch_participants for each row when (not new.is_demo)
  execute function end_launch_waiting();

-- Updates the next rows that wait for a launch or for its original. Returns the last id; null at the end.
create function sync_launch_waiting_batch(launch uuid, after_id uuid, most integer) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  batch constant uuid[] := array(select w.id from public.launch_waitlist w
    where w.launch_id in (select unnest(array[l.id, l.cloned_from_id]) from public.launches l where l.id = sync_launch_waiting_batch.launch)
      and (after_id is null or w.id > after_id) order by w.id limit most);
begin
  perform private.derive_messages_of('launch_waiting', batch);
  return batch[cardinality(batch)];
end
$$;
grant execute on function sync_launch_waiting_batch(uuid, uuid, integer) to service_role;
