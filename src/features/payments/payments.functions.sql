create trigger next_version before update on charges for each row execute function next_version();
create trigger next_version before update on payments for each row execute function next_version();

-- Ledger rows are never deleted: entries are voided with a reason, which can be reverted.
create function stamp_void() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.voided_at := case when new.void_reason is not null then coalesce(old.voided_at, now()) end;
  new.voided_by := case when new.void_reason is not null then coalesce(old.voided_by, auth.uid()) end;
  return new;
end
$$;
create trigger stamp_void before update of void_reason on charges for each row execute function stamp_void();
create trigger stamp_void before update of void_reason on payments for each row execute function stamp_void();

-- A payment confirmed by a provider cannot be voided, because the money was received. It is returned by a refund.
create function keep_confirmed_payment() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT409' using message = 'payment_by_provider';
end
$$;
create trigger keep_confirmed before update of void_reason on payments
  for each row when (new.provider <> 'manual' and new.void_reason is not null) execute function keep_confirmed_payment();

-- The VAT rate is that of the due date, if the business's prices include VAT.
create function charges_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if 'exempt' is distinct from (
    select p.vat_mode from public.prices p order by (p.product_id = new.product_id) desc nulls last, p.active_from desc limit 1) then
    new.vat_percent := (select r.percent from public.vat_rates r where r.valid_from <= new.due_on order by r.valid_from desc limit 1);
  end if;
  if exists (select from public.payment_plans p where p.id = new.plan_id and p.contact_id <> new.contact_id) then
    raise sqlstate 'PT422' using message = 'plan_of_another_contact';
  end if;
  return new;
end
$$;
create trigger set_derived before insert on charges for each row execute function charges_before_write();

create function payments_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.charges c where c.id = new.charge_id and c.contact_id <> new.contact_id) then
    raise sqlstate 'PT422' using message = 'charge_of_another_contact';
  end if;
  -- Only a cheque may have a future date.
  if new.provider = 'manual' and new.method <> 'cheque' and new.paid_on > (now() at time zone 'Asia/Jerusalem')::date then
    raise sqlstate 'PT422' using message = 'paid_ahead';
  end if;
  return new;
end
$$;
create trigger set_derived before insert on payments for each row execute function payments_before_write();

-- The amount of a payment that remains after its refunds.
create function private.left_of_payment(payment public.payments) returns bigint
language sql stable security definer set search_path = '' as $$
  select payment.amount_agorot - coalesce(sum(r.amount_agorot), 0) from public.payments r
  where r.refund_of = payment.id and r.voided_at is null and r.status = 'captured'
$$;

-- The part of an entry that pays charges. If the charge that a refund cancelled is voided, its credited part is ignored: otherwise it would
-- pay other charges.
create function private.settled_by(entry public.payments) returns bigint
language sql stable security definer set search_path = '' as $$
  select case entry.kind when 'payment' then entry.amount_agorot else
    case when exists (select from public.charges c where c.id = entry.charge_id and c.voided_at is not null) then 0 else entry.credited_agorot end
      - entry.amount_agorot end
$$;

-- The newest charge that is covered by unassigned payments, oldest charges first. A refund of such a payment reopens
-- it.
create function private.newest_covered_charge(contact uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  with valid as (
    select p.charge_id, private.settled_by(p) settled from public.payments p
    where p.contact_id = contact and p.voided_at is null and p.status = 'captured'
  ), bound as (
    select c.id, c.due_on, c.number, c.created_at,
      c.amount_agorot - least(c.amount_agorot, greatest(0, coalesce((select sum(v.settled) from valid v where v.charge_id = c.id), 0))) need, c.amount_agorot
    from public.charges c where c.contact_id = contact and c.voided_at is null
  ), ordered as (
    select b.id, b.need, b.due_on, b.number, b.created_at,
      sum(b.need) over (order by b.due_on, coalesce(b.number, 0), b.created_at, b.id) - b.need before_it,
      (select sum(v.settled) from valid v) - (select sum(o.amount_agorot - o.need) from bound o) free
    from bound b
  )
  select o.id from ordered o where o.need > 0 and o.free > o.before_it
  order by o.due_on desc, coalesce(o.number, 0) desc, o.created_at desc, o.id desc limit 1
$$;

-- A refund is limited to the rest of its payment, a manual one also by refunds requested from the provider. The locks
-- of order and contact serialize concurrent refunds and the voiding of the payment; move_order also locks the order
-- first. The payment itself is not locked, because voiding locks it before it waits for the order. The part above the
-- contact's credit cancels debt, so that the refunded amount is not charged again. A refund of a voided charge cancels
-- no debt. Neither does a refund of an order's overpayment, which was not meant for other charges.
create function refunds_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  paid public.payments;
  credit bigint;
begin
  perform from public.orders o join public.payments p on p.order_id = o.id where p.id = new.refund_of for update of o;
  perform from public.contacts c where c.id = new.contact_id for no key update;
  select p.* into paid from public.payments p where p.id = new.refund_of;
  if paid.id is null or paid.kind <> 'payment' or paid.contact_id <> new.contact_id or paid.voided_at is not null or paid.status <> 'captured' then
    raise sqlstate 'PT422' using message = 'refund_without_payment';
  end if;
  if new.paid_on < paid.paid_on then raise sqlstate 'PT422' using message = 'refund_before_payment'; end if;
  if new.amount_agorot > private.left_of_payment(paid) - (case new.provider when 'manual' then private.running_refunds(paid) else 0 end) then
    raise sqlstate 'PT422' using message = 'refund_too_large';
  end if;
  if tg_op = 'INSERT' then
    new.charge_id := paid.charge_id;
    new.order_id := paid.order_id;
    select coalesce(sum(private.settled_by(p)), 0)
      - (select coalesce(sum(c.amount_agorot), 0) from public.charges c where c.contact_id = new.contact_id and c.voided_at is null)
      into credit
    from public.payments p where p.contact_id = new.contact_id and p.voided_at is null and p.status = 'captured';
    credit := greatest(credit, private.beyond_order(new.order_id), 0);
    new.credited_agorot := new.amount_agorot - least(new.amount_agorot, credit);
    if exists (select from public.charges c where c.id = new.charge_id and c.voided_at is not null) then new.credited_agorot := 0; end if;
    if new.charge_id is null and new.credited_agorot > 0 then new.charge_id := private.newest_covered_charge(new.contact_id); end if;
  end if;
  return new;
end
$$;

create trigger set_refund before insert on payments for each row when (new.kind = 'refund') execute function refunds_before_write();
create trigger set_refund_again before update of void_reason on payments
  for each row when (new.kind = 'refund' and old.void_reason is not null and new.void_reason is null) execute function refunds_before_write();

-- A payment with refunds cannot be voided, because the refunds refer to it. Locked in the order of refunds_before_write.
create function keep_refunded_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.orders o where o.id = new.order_id for update;
  perform from public.contacts c where c.id = new.contact_id for no key update;
  if private.left_of_payment(new) < new.amount_agorot then raise sqlstate 'PT409' using message = 'payment_has_refunds'; end if;
  return new;
end
$$;
create trigger keep_refunded before update of void_reason on payments
  for each row when (new.kind = 'payment' and old.void_reason is null and new.void_reason is not null) execute function keep_refunded_payment();

create function log_money_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_charge constant boolean := tg_table_name = 'charges';
  line constant jsonb := to_jsonb(new);
  what constant text := case
    when tg_op = 'INSERT' then case when of_charge then 'charge.added' when line ->> 'kind' = 'refund' then 'payment.refunded' else 'payment.recorded' end
    when line ->> 'void_reason' is not null then case when of_charge then 'charge.voided' else 'payment.voided' end
    else case when of_charge then 'charge.restored' else 'payment.restored' end
  end;
begin
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload, is_demo)
  values (what, case when auth.uid() is null then 'system' else 'user' end, auth.uid(), new.contact_id,
    case when of_charge then 'charge' else 'payment' end, new.id, coalesce(line ->> 'title', ''),
    jsonb_strip_nulls(jsonb_build_object('amount_agorot', new.amount_agorot, 'method', line -> 'method', 'reason', coalesce(new.void_reason, line ->> 'refund_reason'))),
    new.is_demo);
  return null;
end
$$;

-- Charges of a plan are logged once, by the plan, and the charge of an order by its payment.
create trigger timeline_created after insert on charges for each row when (new.plan_id is null and new.order_id is null and not new.is_demo) execute function log_money_activity();
create trigger timeline_created after insert on payments for each row when (new.status = 'captured' and not new.is_demo) execute function log_money_activity();
create trigger timeline_voided after update on charges
  for each row when ((old.void_reason is null) <> (new.void_reason is null)) execute function log_money_activity();
create trigger timeline_voided after update on payments
  for each row when ((old.void_reason is null) <> (new.void_reason is null)) execute function log_money_activity();

-- Creates a plan with its charges, [{"due_on", "amount_agorot"}] by date, in one transaction. Runs with the caller's rights. The caller
-- supplies the id as idempotency key.
create function add_plan(contact uuid, title text, parts jsonb, product uuid default null, id uuid default gen_random_uuid())
  returns uuid
language plpgsql volatile set search_path = public as $$
declare
  plan constant uuid := add_plan.id;
  who contacts;
begin
  if coalesce(jsonb_array_length(parts), 0) not between 2 and 60 then raise sqlstate 'PT422' using message = 'plan_parts_range'; end if;
  select c.* into who from contacts c where c.id = contact and c.deleted_at is null;
  if who.id is null then raise sqlstate 'PT404' using message = 'contact_not_found'; end if;
  insert into payment_plans (id, contact_id, title) values (plan, contact, add_plan.title);
  insert into charges (contact_id, plan_id, number, product_id, title, amount_agorot, due_on)
  select contact, plan, row_number() over (order by p.due_on), product, add_plan.title, p.amount_agorot, p.due_on
  from jsonb_to_recordset(parts) p (due_on date, amount_agorot integer);
  perform log_plan_activity(plan);
  return plan;
end
$$;

create function log_plan_activity(plan uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload)
  select 'charge.planned', 'user', auth.uid(), p.contact_id, 'payment_plan', p.id, p.title,
    (select jsonb_build_object('amount_agorot', sum(c.amount_agorot), 'parts', count(*)) from public.charges c where c.plan_id = p.id)
  -- Only a plan created by this transaction.
  from public.payment_plans p where p.id = plan and p.created_by = auth.uid() and p.created_at = now()
$$;

grant execute on function add_plan(uuid, text, jsonb, uuid, uuid), log_plan_activity(uuid) to authenticated;

select audit_table('vat_rates', 'valid_from');
select audit_table('payment_plans');
select audit_table('charges');
select audit_table('payments');
