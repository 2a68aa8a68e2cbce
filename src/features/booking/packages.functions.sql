-- Packages of meetings: which package pays for an appointment, and how many meetings remain.
create trigger next_version before update on session_packages for each row execute function next_version();

-- Whether an appointment uses up a meeting of its package. Cancelled appointments and those missed by the host do not.
create function private.uses_package(status text, no_show text) returns boolean
language sql immutable set search_path = '' as $$
  select status in ('awaiting_payment', 'pending', 'confirmed', 'completed') or (status = 'no_show' and no_show = 'client')
$$;

-- Remaining meetings of a package, not counting one given appointment.
create function private.left_of_package(package uuid, except_appointment uuid default null) returns integer
language sql stable security definer set search_path = '' as $$
  select p.total - (select count(*)::integer from public.appointments a
    where a.package_id = p.id and private.uses_package(a.status, a.no_show) and a.id is distinct from except_appointment)
  from public.session_packages p where p.id = package
$$;

-- The package that an appointment of the contact would use: of the contact or its household, earliest expiry first.
create function private.package_for(contact uuid, type uuid, starts timestamptz) returns uuid
language sql stable security definer set search_path = '' as $$
  select p.id from public.session_packages p join public.contacts owner on owner.id = p.contact_id
  where p.type_id = type
    and (p.contact_id = contact or owner.household_id = (select c.household_id from public.contacts c where c.id = contact))
    and (p.expires_on is null or p.expires_on >= (starts at time zone 'Asia/Jerusalem')::date)
    and private.left_of_package(p.id) > 0
  order by p.expires_on nulls last, p.created_at, p.id limit 1
$$;
grant execute on function private.package_for(uuid, uuid, timestamptz) to service_role;

-- Enforces the total and the last day of a package. Its row is locked, so that concurrent bookings are counted one by one.
create function use_package() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  used public.session_packages;
begin
  -- An appointment with an order is paid by the order. A held appointment without an order uses its package once its
  -- contact confirms it.
  if tg_op = 'INSERT' then
    if new.package_id is null and new.order_id is null and new.contact_id is not null and new.rescheduled_from_id is null
      and new.type_id is not null and new.status <> 'awaiting_payment' then
      new.package_id := private.package_for(new.contact_id, new.type_id, new.starts_at);
    end if;
  elsif old.status = 'awaiting_payment' and new.status in ('pending', 'confirmed') and new.package_id is null and new.order_id is null then
    new.package_id := private.package_for(new.contact_id, new.type_id, new.starts_at);
    if new.package_id is null then raise sqlstate 'PT409' using message = 'package_used_up'; end if;
  end if;
  if new.package_id is null or not private.uses_package(new.status, new.no_show) then return new; end if;
  if tg_op = 'UPDATE' and private.uses_package(old.status, old.no_show) and old.package_id is not distinct from new.package_id then return new; end if;
  select p.* into used from public.session_packages p where p.id = new.package_id for update;
  if private.left_of_package(new.package_id, new.id) < 1 then raise sqlstate 'PT409' using message = 'package_used_up'; end if;
  if used.expires_on < (new.starts_at at time zone 'Asia/Jerusalem')::date then raise sqlstate 'PT409' using message = 'package_expired'; end if;
  return new;
end
$$;
create trigger use_package before insert or update on appointments for each row execute function use_package();

-- Uses a meeting of the package for an appointment that is held for it. Requires a link that only the main attendee can know: an
-- entered address may belong to another person. Repeated calls change nothing.
create function prove_package(token text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  held public.appointments;
  is_approved_first boolean;
begin
  select a.* into held from public.appointment_links l, public.linked_appointment(token) n join public.appointments a on a.id = n.id
  where l.token_hash = public.link_hash(token) and l.role = 'main' and l.proves_attendee;
  if held.id is null then raise sqlstate 'PT403' using message = 'package_unproven'; end if;
  perform private.lock_host(held.user_id);
  select a.* into held from public.appointments a where a.id = held.id for no key update;
  if held.status in ('pending', 'confirmed') and held.package_id is not null then return; end if;
  if held.status <> 'awaiting_payment' or held.order_id is not null or held.starts_at <= now() then
    raise sqlstate 'PT409' using message = 'appointment_ended';
  end if;
  is_approved_first := coalesce((select t.requires_confirmation from public.appointment_types t where t.id = held.type_id), false);
  update public.appointments a set status = case when is_approved_first then 'pending' else 'confirmed' end,
    decide_by = case when is_approved_first then least(held.starts_at, now() + interval '3 days') end
  where a.id = held.id;
end
$$;
grant execute on function prove_package(text) to service_role;

-- The total cannot be set below the used and booked meetings.
create function check_package() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if private.left_of_package(new.id) < 0 then raise sqlstate 'PT422' using message = 'package_below_used'; end if;
  return null;
end
$$;
create trigger check_package after update on session_packages for each row execute function check_package();

-- Packages of a contact and its household that the caller can see, with remaining meetings. Latest first.
create function packages_of_contact(contact uuid) returns table (
  id uuid, contact_id uuid, type_id uuid, title text, total integer, remaining integer, expires_on date, note text, version integer)
language sql stable security definer set search_path = '' as $$
  select p.id, p.contact_id, p.type_id, t.title, p.total, private.left_of_package(p.id), p.expires_on, p.note, p.version
  from public.session_packages p join public.appointment_types t on t.id = p.type_id join public.contacts owner on owner.id = p.contact_id
  where (p.contact_id = contact or owner.household_id = (select c.household_id from public.contacts c where c.id = contact))
    and (public.has_role('owner', 'admin', 'sales') or p.contact_id in (select public.my_contact_ids()))
  order by p.created_at desc, p.id
$$;
comment on function packages_of_contact is 'never null: id, contact_id, type_id, title, total, remaining, note, version';
grant execute on function packages_of_contact(uuid) to authenticated;
