-- Plans that were bought at the checkout.

create function private.plan_step(every text) returns interval language sql immutable set search_path = '' as $$
  select case every when 'year' then interval '1 year' else interval '1 month' end
$$;

-- The due day of a later charge: counted from the first one, never on a Saturday.
create function private.plan_day(first_on date, every text, number integer) returns date language sql immutable set search_path = '' as $$
  select d.day + case extract(isodow from d.day) when 6 then 1 else 0 end
  from (select (first_on + (number - 1) * private.plan_step(every))::date as day) d
$$;

-- Creates the plan of an order with its first payment. Returns the first charge, which the order pays. A plan without
-- an end date has one upcoming charge.
create function private.begin_plan(moved orders) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  plan uuid;
  first_charge uuid;
  parts constant integer := coalesce(moved.plan_charges, 2);
begin
  insert into public.payment_plans (contact_id, order_id, title, renews_every, created_by, is_demo)
  values (moved.contact_id, moved.id, moved.title, case when moved.plan_charges is null then moved.plan_interval end, null, moved.is_demo)
  returning id into plan;
  insert into public.charges (contact_id, plan_id, number, product_id, title, amount_agorot, due_on, created_by, is_demo)
  select moved.contact_id, plan, n, moved.product_id, moved.title, moved.amount_agorot,
    case n when 1 then private.today() else private.plan_day(private.today(), moved.plan_interval, n) end, null, moved.is_demo
  from generate_series(1, parts) n;
  select c.id into first_charge from public.charges c where c.plan_id = plan and c.number = 1;
  update public.orders o set charge_id = first_charge where o.id = moved.id;
  if moved.plan_charges is not null then
    perform private.log_order(moved, 'charge.planned', jsonb_build_object('amount_agorot', moved.amount_agorot * parts, 'parts', parts));
  end if;
  return first_charge;
end
$$;

-- Postpones open charges of the plan that are due too soon to be announced again. Charges with a card attempt are
-- included only if `tried`; an attempt that staff ended does not count. A plan without an end date resumes on its next
-- due day.
create function private.put_off_charges(plan uuid, tried boolean default false) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  earliest constant date := private.today() + 4;
  every constant text := (select p.renews_every from public.payment_plans p where p.id = plan);
  next_day constant date := case when every is null then private.plan_day(earliest, 'month', 1) else (
    select min(d.day) from public.charges c, generate_series(2, 1200) n, lateral (select private.plan_day(c.due_on, every, n) as day) d
    where c.plan_id = plan and c.number = 1 and d.day >= earliest) end;
  late constant uuid[] := array(
    select c.id from public.charges c where c.plan_id = plan and c.due_on < earliest and private.left_of_charge(c.id) > 0
      and (tried or not exists (select from public.orders o join public.payment_attempts a on a.order_id = o.id
        where o.charge_id = c.id and a.by_token and a.state <> 'cancelled')));
begin
  update public.charges c set due_on = next_day where c.id = any (late);
  perform private.derive_messages('order_payment', o.id) from (select x.id from public.orders x where x.charge_id = any (late) order by x.id) o;
end
$$;

-- Handles a refund in a plan. A full refund of the plan's first order stops the card. After any other refund staff
-- decide, while charges remain.
create function private.refund_plan(refunded orders) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  begun constant uuid := (select p.id from public.payment_plans p where p.order_id = refunded.id);
  plan constant uuid := coalesce(begun, (select c.plan_id from public.charges c where c.id = refunded.charge_id));
begin
  if refunded.status = 'refunded' and begun is not null then
    update public.plan_cards k set state = 'stopped' where k.plan_id = begun and k.state <> 'stopped';
  elsif refunded.paid_agorot - refunded.refunded_agorot < refunded.amount_agorot
    and exists (select from public.plan_cards k where k.plan_id = plan and k.state = 'active')
    and exists (select from private.open_charges(refunded.contact_id) d where d.plan_id = plan) then
    perform private.ask_staff(refunded, 'plan_goes_on');
  end if;
end
$$;

-- Flags a plan whose first payment saved no card, for example by Bit: its later charges cannot be made.
create function private.ask_for_card(about uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select private.ask_staff(o, 'card_missing') from public.orders o join public.charges c on c.id = o.charge_id
  where o.id = about and not exists (select from public.plan_cards k where k.plan_id = c.plan_id)
    and exists (select from private.open_charges(c.contact_id) d where d.plan_id = c.plan_id)
$$;
grant execute on function private.ask_for_card(uuid) to service_role;

-- Adds the next charge of plans without an end date, once the latest one is announced. A plan ends when its card is stopped, or when staff
-- void its latest charge. Days that passed while its card was stopped are not charged.
create function private.extend_plans() returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.charges (contact_id, plan_id, number, product_id, title, amount_agorot, due_on, created_by, is_demo)
  select latest.contact_id, latest.plan_id, latest.number + 1, latest.product_id, latest.title, latest.amount_agorot, next.due_on, null, latest.is_demo
  from public.payment_plans p
  join public.plan_cards k on k.plan_id = p.id and k.state = 'active'
  join public.contacts payer on payer.id = p.contact_id and payer.deleted_at is null
  cross join lateral (select c.* from public.charges c where c.plan_id = p.id order by c.number desc limit 1) latest
  join public.charges c on c.plan_id = p.id and c.number = 1
  cross join lateral (
    select min(d.day) as due_on from generate_series(2, 1200) n, lateral (select private.plan_day(c.due_on, p.renews_every, n) as day) d
    where d.day > greatest(latest.due_on, private.today() + 3)) next
  where p.renews_every is not null and latest.voided_at is null and latest.due_on <= private.today() + 3
  on conflict on constraint charge_number_taken do nothing
$$;
