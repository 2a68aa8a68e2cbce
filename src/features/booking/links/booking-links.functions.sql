-- Whether the booking of a link was released by the system or the host: unpaid, undecided or rejected. The link can then be used again.
create function private.is_booking_released(root uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce((
    select n.status in ('expired', 'rejected') or (n.status = 'cancelled' and n.cancelled_by = 'system')
    from public.appointments n where n.root_id = root order by n.created_at desc, n.ical_sequence desc limit 1), false)
$$;
grant execute on function private.is_booking_released(uuid) to authenticated, service_role;

-- The displayed state. A used link stays `used` even if it is revoked or expired.
create function private.booking_link_state(used_at timestamptz, root uuid, revoked_at timestamptz, expires_at timestamptz) returns text
language sql stable set search_path = '' as $$
  select case
    when used_at is not null and not private.is_booking_released(root) then 'used'
    when revoked_at is not null then 'revoked'
    when expires_at <= now() then 'expired'
    else 'open'
  end
$$;
grant execute on function private.booking_link_state(timestamptz, uuid, timestamptz, timestamptz) to authenticated, service_role;

-- Marks the link as used by the appointment that the same transaction inserted. Its row is locked, so that concurrent bookings use it
-- once, and a concurrently revoked link is refused.
create function use_booking_link(token text, type uuid, booked uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
  own public.booking_links;
begin
  select l.* into own from public.booking_links l where l.token_hash = public.link_hash(token) and l.type_id = type for no key update;
  if own.id is null then raise sqlstate 'PT404' using message = 'booking_link_unknown'; end if;
  case private.booking_link_state(own.used_at, own.root_id, own.revoked_at, own.expires_at)
    when 'used' then raise sqlstate 'PT409' using message = 'booking_link_used';
    when 'revoked' then raise sqlstate 'PT410' using message = 'booking_link_revoked';
    when 'expired' then raise sqlstate 'PT410' using message = 'booking_link_expired';
    else update public.booking_links l set used_at = now(), root_id = booked where l.id = own.id;
  end case;
end
$$;
grant execute on function use_booking_link(text, uuid, uuid) to service_role;

-- The links of a type that the caller can see, newest first.
create function booking_links_of(type uuid) returns table (
  id uuid, contact_id uuid, contact_name text, state text, created_at timestamptz, expires_at timestamptz, used_at timestamptz,
  revoked_at timestamptz)
language sql stable set search_path = public as $$
  select l.id, l.contact_id, c.full_name, private.booking_link_state(l.used_at, l.root_id, l.revoked_at, l.expires_at), l.created_at,
    l.expires_at, l.used_at, l.revoked_at
  from booking_links l left join contacts c on c.id = l.contact_id
  where l.type_id = type order by l.created_at desc, l.id limit 50
$$;
comment on function booking_links_of is 'never null: id, state, created_at';
grant execute on function booking_links_of(uuid) to authenticated;

-- Revokes or reopens a link. Repeated calls change nothing.
create function set_booking_link_revoked(link uuid, is_revoked boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  own public.booking_links;
begin
  select l.* into own from public.booking_links l where l.id = link for no key update;
  if own.id is null or not (public.has_role('owner', 'admin', 'sales') or exists (
    select from public.appointment_types t where t.id = own.type_id and private.manages_host(t.user_id))) then
    raise sqlstate 'PT404' using message = 'booking_link_unknown';
  end if;
  if private.booking_link_state(own.used_at, own.root_id, own.revoked_at, own.expires_at) = 'used' then
    raise sqlstate 'PT409' using message = 'booking_link_used';
  end if;
  if (own.revoked_at is not null) <> is_revoked then
    update public.booking_links l set revoked_at = case when is_revoked then now() end where l.id = link;
  end if;
end
$$;
grant execute on function set_booking_link_revoked(uuid, boolean) to authenticated;
