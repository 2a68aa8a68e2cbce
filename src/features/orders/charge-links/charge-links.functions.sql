-- Links that pay one ledger charge: only while it is open, for its open balance, and on one payment page at a time.

-- The open balance of a charge; zero if it is paid or void.
create function private.left_of_charge(charge uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select d.left_agorot from public.charges c cross join lateral private.open_charges(c.contact_id) d
    where c.id = charge and d.charge_id = charge), 0)
$$;

-- Null for an order without a charge. 'changed': the open balance of the charge differs from the amount of the order.
create function private.charge_state(about orders) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when c.voided_at is not null then 'void'
    when l.agorot = 0 then 'paid'
    when l.agorot <> about.amount_agorot then 'changed'
    else 'open' end
  from public.charges c cross join lateral (select private.left_of_charge(c.id) as agorot) l where c.id = about.charge_id
$$;

create function private.refuse_closed_charge(about orders) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  case coalesce(private.charge_state(about), 'open')
    when 'void' then raise sqlstate 'PT409' using message = 'charge_is_void';
    when 'paid' then raise sqlstate 'PT409' using message = 'charge_is_paid';
    when 'changed' then raise sqlstate 'PT409' using message = 'charge_has_changed';
    else null;
  end case;
end
$$;

-- The provider's pages on which the order can be paid, newest first. A page that is still being opened has no URL.
create function private.open_pages(about uuid) returns setof payment_attempts
language sql stable security definer set search_path = '' as $$
  select a.* from public.payment_attempts a
  where a.order_id = about and a.provider <> 'manual' and not a.by_token and case a.state
    when 'created' then a.fault is null and a.created_at > now() - interval '2 minutes'
    -- PayPlus expires its page after the requested minutes; CardCom has no such field.
    else a.state in ('page_open', 'verifying')
      and a.opened_at > now() - case a.provider when 'payplus' then interval '15 minutes' else interval '30 minutes' end end
  order by a.created_at desc
$$;

grant execute on function private.charge_state(orders), private.refuse_closed_charge(orders), private.open_pages(uuid) to service_role;

-- Checks the charge under the order's lock before an attempt is inserted. Concurrent submissions and two links
-- therefore never open two pages.
create function guard_charge_attempt() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  about public.orders;
begin
  select o.* into about from public.orders o where o.id = new.order_id and o.charge_id is not null for update;
  if about.id is null then return new; end if;
  perform private.refuse_closed_charge(about);
  if new.amount_agorot <> about.amount_agorot then raise sqlstate 'PT409' using message = 'charge_has_changed'; end if;
  if exists (select from private.open_pages(about.id)) then raise sqlstate 'PT409' using message = 'page_open'; end if;
  return new;
end
$$;
create trigger guard_charge before insert on payment_attempts for each row execute function guard_charge_attempt();

-- Creates the order of a charge once. `payer` has the name and contact details of an order. An unpaid order is updated
-- to the charge's open balance.
create function private.order_charge(charge uuid, product uuid, payer jsonb, until timestamptz) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  due public.charges;
  made public.orders;
  before record;
  parts bigint;
  left_agorot bigint;
begin
  -- `for no key update` does not conflict with the foreign-key lock of a payment of the charge.
  select c.* into due from public.charges c where c.id = charge for no key update;
  if due.id is null then raise sqlstate 'PT404' using message = 'charge_unknown'; end if;
  if due.order_id is not null and due.plan_id is null then raise sqlstate 'PT409' using message = 'charge_of_checkout'; end if;
  if due.voided_at is not null then raise sqlstate 'PT409' using message = 'charge_is_void'; end if;
  left_agorot := private.left_of_charge(charge);
  if left_agorot = 0 then raise sqlstate 'PT409' using message = 'charge_is_paid'; end if;
  select o.* into made from public.orders o where o.charge_id = charge for update;
  if made.paid_at is not null then raise sqlstate 'PT409' using message = 'charge_ordered_already'; end if;
  if made.id is not null then
    if not exists (select from private.open_pages(made.id)) then
      update public.orders o set amount_agorot = left_agorot, email = coalesce(payer ->> 'email', o.email) where o.id = made.id;
    elsif made.amount_agorot <> left_agorot then raise sqlstate 'PT409' using message = 'page_open'; end if;
    return made.id;
  end if;
  select case when p.renews_every is null then (select count(*) from public.charges c where c.plan_id = p.id and c.voided_at is null) end
    into parts from public.payment_plans p where p.id = due.plan_id;
  -- Documents of one plan name the same invoice recipient.
  select o.invoice_name, o.company_number into before from public.orders o join public.charges c on c.id = o.charge_id
  where c.plan_id = due.plan_id order by o.created_at desc limit 1;
  insert into public.orders (contact_id, product_id, title, amount_agorot, vat_percent, name, email, phone, invoice_name, company_number,
    charge_id, held_until, by_staff, made_by, most_installments, is_demo)
  values (due.contact_id, coalesce(due.product_id, product),
    case when due.plan_id is null then due.title else left(concat_ws(' מתוך ', format('%s, תשלום %s', due.title, due.number), parts), 120) end, left_agorot,
    due.vat_percent, payer ->> 'name', payer ->> 'email', payer ->> 'phone', before.invoice_name, before.company_number,
    charge, until, true, auth.uid(), 1, due.is_demo)
  returning id into made.id;
  return made.id;
end
$$;
grant execute on function private.order_charge(uuid, uuid, jsonb, timestamptz) to service_role;
