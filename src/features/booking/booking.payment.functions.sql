-- Payment at booking: a paid order confirms its appointment, and an ended appointment cancels its unpaid order.

-- The amount due online when the type is booked; null if nothing is due.
create function private.due_at_booking(booked appointment_types) returns integer
language sql immutable set search_path = '' as $$
  select case booked.payment_mode when 'full' then booked.price_agorot when 'deposit' then booked.deposit_agorot end
$$;
grant execute on function private.due_at_booking(appointment_types) to service_role;

-- Whether a payment page of the order was opened recently enough to still be payable.
create function private.is_being_paid(about uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.payment_attempts t
    where t.order_id = about and t.state in ('page_open', 'verifying') and t.opened_at > now() - interval '15 minutes')
$$;

-- Part of fulfilling a paid order. Returns false if the order is not for an appointment. A payment after the release rebooks the slot if
-- it is still free.
create function private.confirm_paid_appointment(paid orders) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  met public.appointments;
  is_approved_first boolean;
begin
  select a.* into met from public.appointments a where a.order_id = paid.id order by a.created_at desc, a.ical_sequence desc limit 1;
  if met.id is null then return false; end if;
  perform private.lock_host(met.user_id);
  select a.* into met from public.appointments a where a.order_id = paid.id order by a.created_at desc, a.ical_sequence desc limit 1 for no key update;
  is_approved_first := coalesce((select t.requires_confirmation from public.appointment_types t where t.id = met.type_id), false);
  met.decide_by := case when is_approved_first then least(met.starts_at, now() + interval '3 days') end;
  if met.status = 'awaiting_payment' then
    update public.appointments a set status = case when is_approved_first then 'pending' else 'confirmed' end, decide_by = met.decide_by where a.id = met.id;
  elsif met.status = 'cancelled' and met.cancelled_by = 'system' and met.starts_at > now() then
    perform private.book_again(met, case when is_approved_first then 'pending' else 'confirmed' end);
  else
    perform private.ask_staff(paid, 'appointment_ended');
  end if;
  return true;
exception
  when exclusion_violation then
    perform private.ask_staff(paid, 'time_taken');
    return true;
end
$$;

-- Rebooks a released appointment as a copy at the same time. It continues the chain, so that existing manage links open it.
create function private.book_again(ended appointments, new_status text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  copy constant uuid := gen_random_uuid();
begin
  insert into public.appointments
  select * from jsonb_populate_record(null::public.appointments, to_jsonb(ended) || jsonb_build_object('id', copy, 'status', new_status,
    'cancelled_by', null, 'cancel_reason', null, 'confirmed_at', null, 'status_at', now(), 'rescheduled_from_id', null, 'idempotency_key', null,
    'ical_sequence', ended.ical_sequence + 1, 'created_at', now(), 'version', 1));
  insert into public.appointment_attendees (appointment_id, contact_id, role, name, email, phone, wants_reminders)
  select copy, t.contact_id, t.role, t.name, t.email, t.phone, t.wants_reminders from public.appointment_attendees t where t.appointment_id = ended.id;
end
$$;

-- Cancels orders whose appointment no longer awaits payment. A payment on an open page of the provider is still
-- accepted.
create function private.close_unpaid_orders() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  unpaid record;
begin
  for unpaid in
    select distinct o.id from public.appointments a join public.orders o on o.id = a.order_id
    where o.paid_at is null and o.status in ('pending', 'awaiting_payment', 'failed')
      and not exists (select from public.appointments x where x.order_id = o.id and x.status = 'awaiting_payment')
    order by o.id
  loop
    perform public.move_order(unpaid.id, '{"kind": "cancelled", "reason": "הפגישה לא שולמה, והמועד התפנה"}');
  end loop;
end
$$;

-- Flags the order of a paid appointment that is cancelled, rejected or expired: staff refund it or find another time.
create function ask_about_paid_appointment() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  paid public.orders;
begin
  select o.* into paid from public.orders o where o.id = new.order_id and o.paid_agorot > o.refunded_agorot;
  if paid.id is not null then perform private.ask_staff(paid, 'appointment_ended'); end if;
  return null;
end
$$;
create trigger ask_about_payment after update on appointments for each row
  when (new.order_id is not null and old.status <> new.status and new.status in ('cancelled', 'rejected', 'expired'))
  execute function ask_about_paid_appointment();
