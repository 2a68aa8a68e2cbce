-- Calendar feed (ICS) of a host.

-- Creates a feed token for the caller's own appointments and revokes the previous one. Returns the token, which is
-- shown once.
create function create_calendar_feed() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  token constant text := encode(extensions.gen_random_bytes(24), 'hex');
begin
  if not private.manages_host(auth.uid()) or not exists (select from public.booking_hosts h where h.user_id = auth.uid()) then
    raise sqlstate 'PT403' using message = 'not_allowed';
  end if;
  insert into public.calendar_feeds (user_id, token_hash) values (auth.uid(), public.link_hash(token))
  on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = now();
  return token;
end
$$;
comment on function create_calendar_feed is 'never null';

-- Revokes the feed: further requests are answered like an unknown token.
create function remove_calendar_feed() returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.calendar_feeds f where f.user_id = auth.uid()
$$;
grant execute on function create_calendar_feed(), remove_calendar_feed() to authenticated;

-- Appointments of a feed: one month back, one year ahead, a group as one. Null for an unknown token, or a host who left the team.
create function calendar_feed(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object('rootId', private.event_key(a), 'sequence', a.ical_sequence, 'title', a.title, 'startsAt', a.starts_at,
      'endsAt', a.ends_at, 'changedAt', a.status_at, 'status', a.status, 'locationKind', a.location_kind, 'locationValue', a.location_value,
      'joinUrl', private.join_url_of(a), 'names', (
        select jsonb_agg(t.name order by b.created_at, b.id, t.role)
        from public.appointment_attendees t join public.appointments b on b.id = t.appointment_id
        where b.id = a.id or (b.slot_group_id = a.slot_group_id and private.is_in_calendar(b.status))))
      order by a.starts_at)
    from (
      -- A group has the state of its latest change, but is confirmed if any of its appointments is.
      select distinct on (private.event_key(a)) a.* from public.appointments a
      where a.user_id = f.user_id and private.is_in_calendar(a.status)
        and a.starts_at > now() - interval '31 days' and a.starts_at < now() + interval '366 days'
      order by private.event_key(a), (a.status in ('awaiting_payment', 'pending')), a.status_at desc, a.id) a), '[]')
  from public.calendar_feeds f where f.token_hash = public.link_hash(token) and private.may_host(f.user_id)
$$;
grant execute on function calendar_feed(text) to service_role;

create function private.is_in_calendar(status text) returns boolean
language sql immutable set search_path = '' as $$
  select status in ('awaiting_payment', 'pending', 'confirmed', 'completed', 'no_show')
$$;
