-- Lifecycle of appointments: booking, decision, reschedule, cancellation, completion.
create function private.lock_host(host uuid) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('booking host ' || host, 0))
$$;
grant execute on function private.lock_host(uuid) to service_role;

-- A coach sees the contacts who have an appointment with them.
create view private.contact_access_via_appointments as
  select user_id, contact_id from public.appointments where contact_id is not null;

-- A new chain uses its own id as root_id. The household is the contact's, and a locked zone is the type's.
create function appointment_before_write() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'confirmed' then new.confirmed_at := coalesce(new.confirmed_at, now()); end if;
  if tg_op = 'INSERT' then
    new.root_id := coalesce(new.root_id, new.id);
    new.client_zone := coalesce((select t.locked_zone from public.appointment_types t where t.id = new.type_id), new.client_zone);
    if new.contact_id is not null and new.household_id is null then
      select c.household_id into new.household_id from public.contacts c where c.id = new.contact_id;
    end if;
    return new;
  end if;
  -- Terminal statuses cannot change, so that no old link restores the appointment. Only the attendance may be
  -- corrected.
  if old.status in ('rescheduled', 'cancelled', 'rejected', 'expired') and new.status <> old.status then
    raise sqlstate 'PT409' using message = 'appointment_ended';
  end if;
  -- A notification of the host does not change the version.
  if new.host_noticed_at is distinct from old.host_noticed_at then return new; end if;
  -- The statement's time: appointments cancelled by one statement share it, and get one message and one event.
  if new.status <> old.status then new.status_at := statement_timestamp(); end if;
  new.version := old.version + 1;
  return new;
end
$$;
create trigger before_write before insert or update on appointments for each row execute function appointment_before_write();

-- Holds a slot for seven minutes and releases the visitor's previous hold. Called under the host's lock, after the slot
-- was computed.
create function hold_slot(type uuid, token text, starts timestamptz, ends timestamptz) returns timestamptz
language plpgsql volatile set search_path = '' as $$
declare
  chosen public.appointment_types;
  until timestamptz;
begin
  select t.* into chosen from public.appointment_types t where t.id = type;
  delete from public.slot_holds h where h.user_id = chosen.user_id and h.release_at <= now();
  insert into public.slot_holds (user_id, type_id, starts_at, ends_at, token_hash)
  values (chosen.user_id, type, starts, ends, public.link_hash(token))
  on conflict (token_hash) do update set user_id = excluded.user_id, type_id = excluded.type_id, starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, release_at = excluded.release_at
  returning release_at into until;
  return until;
end
$$;
comment on function hold_slot is 'never null';
grant execute on function hold_slot(uuid, text, timestamptz, timestamptz) to service_role;

-- Closes an open appointment. Returns false if it had already ended: repeated calls change nothing.
create function private.end_appointment(appointment uuid, ended_as text, by_whom text, why text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.appointments a set status = ended_as, cancelled_by = case when ended_as = 'cancelled' then by_whom end,
    cancel_reason = nullif(btrim(why), '')
  where a.id = appointment and a.status in ('pending', 'awaiting_payment', 'confirmed');
  return found;
end
$$;
grant execute on function private.end_appointment(uuid, text, text, text) to service_role;

-- Requires that the caller may change the appointment: its host, owners and admins. Locks the host and the new host before the row, in the
-- same order as a booking. FOR NO KEY UPDATE lets the sender of mails insert links to the row.
create function private.require_appointment(appointment uuid, seen_version integer, next_host uuid default null) returns appointments
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_row public.appointments;
begin
  perform private.lock_host(h.host) from (
    select a.user_id from public.appointments a where a.id = appointment union select next_host order by 1) h (host)
  where h.host is not null;
  select a.* into found_row from public.appointments a where a.id = appointment for no key update;
  if found_row.id is null or not private.manages_host(found_row.user_id) then
    raise sqlstate 'PT404' using message = 'appointment_gone';
  end if;
  if found_row.version <> seen_version then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  return found_row;
end
$$;

-- Cancellation by staff. The reason is shown to the client.
create function cancel_appointment(appointment uuid, seen_version integer, why text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_appointment(appointment, seen_version);
  if not private.end_appointment(appointment, 'cancelled', 'host', why) then raise sqlstate 'PT409' using message = 'appointment_ended'; end if;
end
$$;

-- Accepts or rejects a request. Of two overlapping requests only one can be accepted: the exclusion constraint refuses the other.
create function decide_appointment(appointment uuid, seen_version integer, is_accepted boolean, why text default '') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked constant public.appointments := private.require_appointment(appointment, seen_version);
begin
  if asked.status <> 'pending' then raise sqlstate 'PT409' using message = 'appointment_ended'; end if;
  if is_accepted and asked.starts_at <= now() then raise sqlstate 'PT422' using message = 'appointment_in_past'; end if;
  if is_accepted then
    update public.appointments a set status = 'confirmed', decide_by = null where a.id = appointment;
  else
    perform private.end_appointment(appointment, 'rejected', 'host', why);
  end if;
end
$$;

-- Sets which side missed the appointment; null clears the mark. Allowed once the appointment has started.
create function set_no_show(appointment uuid, seen_version integer, side text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  met constant public.appointments := private.require_appointment(appointment, seen_version);
begin
  if met.status not in ('confirmed', 'completed', 'no_show') then raise sqlstate 'PT409' using message = 'appointment_ended'; end if;
  if met.starts_at > now() then raise sqlstate 'PT422' using message = 'appointment_ahead'; end if;
  update public.appointments a set no_show = side,
    status = case when side is not null then 'no_show' when a.ends_at < now() then 'completed' else 'confirmed' end
  where a.id = appointment;
end
$$;
grant execute on function cancel_appointment(uuid, integer, text), decide_appointment(uuid, integer, boolean, text),
  set_no_show(uuid, integer, text) to authenticated;

-- Scheduled transitions: undecided and unpaid appointments expire, past ones are completed, old holds are deleted, hosts are notified of
-- starts.
create function settle_appointments() returns void
language sql volatile security definer set search_path = '' as $$
  -- Locked before the appointments, because a payment also locks its order first.
  select private.close_unpaid_orders();
  update public.appointments a set status = 'expired' where a.status = 'pending' and a.decide_by <= now();
  update public.appointments a set status = 'cancelled', cancelled_by = 'system',
    cancel_reason = case when a.order_id is null then 'האישור לא הושלם בזמן' else 'התשלום לא הושלם בזמן' end
  where a.status = 'awaiting_payment' and a.decide_by <= now() and not private.is_being_paid(a.order_id);
  update public.appointments a set status = 'completed' where a.status = 'confirmed' and a.ends_at <= now() - interval '15 minutes';
  delete from public.slot_holds h where h.release_at < now() - interval '1 hour';
  with soon as (
    update public.appointments a set host_noticed_at = now()
    where a.status = 'confirmed' and a.ends_at > now() and a.starts_at > now() and a.starts_at <= now() + interval '15 minutes'
      and a.host_noticed_at is null and not a.is_demo
    returning a.*)
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
  -- One notification per group.
  select distinct on (coalesce(s.slot_group_id, s.id)) s.user_id, 'appointment.soon', left('פגישה מתחילה בקרוב: ' || s.title, 200),
    concat_ws(', ', case when s.slot_group_id is null then m.name end, to_char(s.starts_at at time zone 'Asia/Jerusalem', 'HH24:MI')),
    'medium', 'contact', s.contact_id
  from soon s left join public.appointment_attendees m on m.appointment_id = s.id and m.role = 'main'
  order by coalesce(s.slot_group_id, s.id), s.id;
$$;
grant execute on function settle_appointments() to service_role;

-- Reassigns an appointment and its group to another host, at the same time. The exclusion constraint refuses a taken slot.
create function reassign_appointment(appointment uuid, seen_version integer, host uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  given constant public.appointments := private.require_appointment(appointment, seen_version, host);
begin
  if given.status not in ('pending', 'awaiting_payment', 'confirmed') then raise sqlstate 'PT409' using message = 'appointment_ended'; end if;
  if not private.may_host(host) then raise sqlstate 'PT422' using message = 'not_a_host'; end if;
  update public.slot_groups g set user_id = host where g.id = given.slot_group_id;
  update public.appointments a set user_id = host
  where a.id = appointment or (a.slot_group_id = given.slot_group_id and a.status in ('pending', 'awaiting_payment', 'confirmed'));
end
$$;
grant execute on function reassign_appointment(uuid, integer, uuid) to authenticated;

-- The newest appointment of the chain that a manage link belongs to.
create function linked_appointment(token text) returns table (id uuid, role text)
language sql stable set search_path = '' as $$
  select a.id, l.role from public.appointment_links l
  join lateral (select a.id from public.appointments a where a.root_id = l.root_id order by a.created_at desc, a.ical_sequence desc limit 1) a on true
  where l.token_hash = public.link_hash(token)
$$;
comment on function linked_appointment is 'never null: id, role';
grant execute on function linked_appointment(text) to service_role;

-- The public name of a host; empty for an account without one, whose e-mail address is private.
create function private.host_name(host uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(p.full_name, btrim(u.raw_user_meta_data ->> 'full_name'), '')
  from auth.users u left join public.staff_profiles p on p.user_id = u.id where u.id = host
$$;
grant execute on function private.host_name(uuid) to service_role;

-- The first and last bookable day in the schedule's zone. Null: no limit on that side.
create function private.booking_window(booked appointment_types) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'from', case booked.window_kind when 'range' then booked.window_from end,
    'until', case booked.window_kind when 'range' then booked.window_to
      when 'rolling' then (now() at time zone coalesce(
        (select s.zone from public.schedules s where s.id = booked.schedule_id),
        (select s.zone from public.schedules s where s.user_id = booked.user_id order by s.created_at, s.id limit 1),
        'Asia/Jerusalem'))::date + booked.window_days end)
$$;
grant execute on function private.booking_window(appointment_types) to service_role;

-- Time off of the next months whose note the host shares with visitors.
create function private.time_away(host uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('startsAt', o.starts_at, 'endsAt', o.ends_at, 'note', o.note) order by o.starts_at, o.id), '[]')
  from (select o.* from public.time_off o where o.user_id = host and o.is_public and o.ends_at > now() order by o.starts_at, o.id limit 12) o
$$;

-- Public profile of a host by slug or id, with every active type. Null for an unknown one.
create function booking_page(address text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'userId', h.user_id, 'slug', h.slug, 'name', coalesce(private.host_name(h.user_id), ''), 'photoPath', p.photo_path, 'headline', h.headline,
    'isOpen', h.is_open and private.may_host(h.user_id), 'closedText', h.closed_text, 'away', private.time_away(h.user_id),
    'types', coalesce((select jsonb_agg(jsonb_build_object(
        'id', t.id, 'slug', t.slug, 'title', t.title, 'description', t.description, 'durations', t.durations,
        'defaultDuration', t.default_duration, 'locationKind', t.location_kind,
        'locationValue', case when t.location_kind in ('in_person', 'phone_client_calls') then t.location_value else '' end,
        'color', t.color, 'priceAgorot', t.price_agorot, 'dueAgorot', private.due_at_booking(t), 'requiresConfirmation', t.requires_confirmation,
        'cancelNoticeMin', t.cancel_notice_min, 'rescheduleNoticeMin', t.reschedule_notice_min, 'policyText', t.policy_text,
        'questions', t.questions, 'requiresPackage', t.requires_package, 'isHidden', t.is_hidden or t.requires_link, 'requiresLink', t.requires_link, 'allowPartner', t.allow_partner,
        'seats', t.seats, 'lockedZone', t.locked_zone, 'usesPreparation', t.uses_preparation, 'window', private.booking_window(t), 'form', (
          select jsonb_build_object('formId', f.public_id, 'title', f.title, 'isSent', false)
          from public.forms f where f.id = t.form_id and f.status = 'published' and f.deleted_at is null)) order by t.position, t.created_at, t.id)
      from public.appointment_types t where t.user_id = h.user_id and t.is_active), '[]'))
  from public.booking_hosts h left join public.staff_profiles p on p.user_id = h.user_id
  where h.slug = lower(address) or h.user_id::text = lower(address)
$$;
grant execute on function booking_page(text) to service_role;

-- Visible types of hosts that accept bookings, for the site's list of pages.
create function booking_addresses() returns table (host_slug text, host_name text, headline text, type_slug text, title text, description text)
language sql stable security definer set search_path = '' as $$
  select h.slug, private.host_name(h.user_id), h.headline, t.slug, t.title, t.description
  from public.booking_hosts h join public.appointment_types t on t.user_id = h.user_id and t.is_active and not t.is_hidden and not t.requires_link
  where h.is_open and private.may_host(h.user_id) order by h.slug, t.position, t.id
$$;
comment on function booking_addresses is 'never null: host_slug, host_name, headline, type_slug, title, description';
grant execute on function booking_addresses() to anon, authenticated, service_role;

-- Path of the booking page that the site's call buttons link to; null without one.
create function call_booking_path() returns text
language sql stable security definer set search_path = '' as $$
  select '/book/' || h.slug || '/' || t.slug
  from public.booking_settings s join public.appointment_types t on t.id = s.call_type_id and t.is_active and not t.requires_link
  join public.booking_hosts h on h.user_id = t.user_id and h.is_open and private.may_host(h.user_id)
$$;
grant execute on function call_booking_path() to anon, authenticated, service_role;

-- Tables whose changes affect the booking pages and the call page.
create trigger announce_page_change after insert or update or delete on booking_hosts
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on appointment_types
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on booking_settings
  for each statement execute function announce_page_change();
