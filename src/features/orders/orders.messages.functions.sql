-- Message anchors of orders. Messages go to the address entered at the checkout, even if the contact's details change later.
create function private.message_anchors_of_order_payment(about uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select a.anchor, a.at, least(a.at + interval '7 days', a.until), o.contact_id, o.email, false
  from public.orders o
  cross join lateral (
    select 'paid' as anchor, o.fulfilled_at as at, null::timestamptz as until where o.fulfilled_at is not null and o.paid_at is not null
    union all
    select 'failed', (select max(t.settled_at) from public.payment_attempts t where t.order_id = o.id and t.state = 'declined' and not t.by_token), null
    where o.status = 'failed'
    union all
    select 'plan_ahead', (c.due_on - 3 + time '10:00') at time zone 'Asia/Jerusalem', null
    from public.charges c join public.plan_cards k on k.plan_id = c.plan_id
    where c.id = o.charge_id and k.state = 'active' and o.status in ('pending', 'awaiting_payment', 'failed')
    union all
    select 'plan_failed', (select d.last_at from private.declined_by_token(o.id) d), null where o.paid_at is null and o.status <> 'cancelled'
    union all
    select 'left', o.terms_agreed_at, p.active_to from public.prices p where p.id = o.price_id and private.is_reminded_checkout(o)) a
  where o.id = about and not o.is_demo and a.at is not null
$$;

-- Whether the contact has paid staff for the product since the order was made, or is enrolled in it. A payment without
-- a known product counts.
create function private.is_bought_by_hand(about orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
      select from public.payments p left join public.charges c on c.id = p.charge_id
      where p.contact_id = about.contact_id and p.kind = 'payment' and p.provider = 'manual' and p.voided_at is null
        and p.recorded_at >= about.created_at and coalesce(c.product_id, about.product_id) = about.product_id)
    or exists (
      select from public.enrolments e
      where e.contact_id = about.contact_id and e.product_id = about.product_id and e.ended_on is null and e.created_at >= about.created_at)
$$;

-- Whether staff cancelled the order, as opposed to its payment page having closed, which sets the same status.
create function private.is_cancelled_by_staff(about orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select about.status = 'cancelled' and exists (
    select from public.activities v
    where v.contact_id = about.contact_id and v.type = 'order.cancelled' and v.related_id = about.id)
$$;

-- Whether a checkout was abandoned: started by its payer, unpaid, and the contact's latest for the product.
create function private.is_abandoned_checkout(about orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select about.paid_at is null and about.fulfilled_at is null and about.amount_agorot > 0
    and (about.status in ('pending', 'awaiting_payment')
      -- The payment page has expired. An order cancelled by staff is not abandoned.
      or about.status = 'cancelled'
        and exists (select from public.payment_attempts t where t.order_id = about.id and t.state = 'expired')
        and not private.is_cancelled_by_staff(about))
    and not about.by_staff and about.charge_id is null
    -- Without a provider, submitting completes the checkout: staff record the payment.
    and not exists (
      select from public.payment_attempts t
      where t.order_id = about.id and (t.state = 'verifying' or t.provider = 'manual' and t.state <> 'created'))
    and not private.is_bought_by_hand(about)
    and not exists (
      select from public.orders o
      where o.contact_id = about.contact_id and o.product_id = about.product_id and o.id <> about.id and not o.is_demo
        and (o.paid_at >= about.created_at
          or (o.status in ('pending', 'awaiting_payment', 'failed', 'cancelled') and (o.created_at, o.id) > (about.created_at, about.id))))
$$;

-- Whether the payer of an abandoned checkout gets reminders: while the price is available, and for one order of the
-- product per week. A declined payment and an abandoned launch cart have separate mails.
create function private.is_reminded_checkout(about orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_abandoned_checkout(about)
    and exists (
      select from public.prices p join public.products d on d.id = p.product_id
      where p.id = about.price_id and d.is_active and (p.active_to is null or p.active_to > now())
        and (p.seats is null or p.seats > private.places_taken(p.id, null, about.id)))
    and not exists (select from public.launches l where l.price_id = about.price_id and l.status <> 'draft')
    and not exists (
      select from public.scheduled_messages s join public.message_rules r on r.id = s.rule_id and r.anchor = 'left'
      join public.orders o on o.id = s.context_id and s.context_type = 'order_payment'
      where o.contact_id = about.contact_id and o.product_id = about.product_id and o.id <> about.id and not o.is_demo
        and s.status = 'sent' and s.planned_at > about.created_at - interval '7 days')
$$;

-- After quiet hours both reminders can be due: only the later one is sent.
create function private.message_refusal_of_order_payment(message scheduled_messages) returns text
language sql stable security definer set search_path = '' as $$
  select 'overtaken' where private.is_overtaken(message, array['order.left_hour', 'order.left_day'])
$$;

-- Each refund is a separate message anchor, with the id of its ledger entry.
create function private.message_anchors_of_order_refund(refund uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select 'refunded', p.recorded_at, p.recorded_at + interval '7 days', o.contact_id, o.email, false
  from public.payments p join public.orders o on o.id = p.order_id
  where p.id = refund and p.kind = 'refund' and p.status = 'captured' and p.voided_at is null and not o.is_demo
$$;

-- Also derives the messages of the contact's other open orders for the product, because one order cancels their
-- reminders. Sorted by id, the lock order.
create function derive_order_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('order_payment', o.id) from (
    select coalesce(new.id, old.id) as id
    union
    select o.id from public.orders o
    where o.contact_id = coalesce(new.contact_id, old.contact_id) and o.product_id = coalesce(new.product_id, old.product_id)
      and o.status in ('pending', 'awaiting_payment', 'cancelled')
    order by id) o;
  return null;
end
$$;
create trigger derive_messages_of_new after insert on orders for each row when (not new.is_demo) execute function derive_order_messages();
create trigger derive_messages after update on orders
  for each row when ((old.status, old.paid_at, old.fulfilled_at, old.contact_id, old.email, old.price_id, old.terms_agreed_at)
    is distinct from (new.status, new.paid_at, new.fulfilled_at, new.contact_id, new.email, new.price_id, new.terms_agreed_at))
  execute function derive_order_messages();
create trigger derive_messages_of_deleted after delete on orders for each row execute function derive_order_messages();

create function derive_refund_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('order_refund', new.id);
  return null;
end
$$;
create trigger derive_refund_messages after insert or update of void_reason, status on payments
  for each row when (new.kind = 'refund' and new.order_id is not null) execute function derive_refund_messages();
