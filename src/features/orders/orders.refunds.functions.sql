-- Refunds through the provider: recorded before the request, so that no response is lost, and limited to the amount
-- paid.
create function private.ask_refund(moved orders, attempt payment_attempts, fact jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked constant integer := (fact ->> 'amount_agorot')::integer;
  before constant public.order_refunds := (select r from public.order_refunds r where r.id = (fact ->> 'refund')::uuid);
begin
  -- A repeated request is ignored.
  if before.id is not null then return; end if;
  if attempt.state not in ('paid', 'partially_refunded') then raise sqlstate 'PT409' using message = 'refund_without_payment'; end if;
  if asked > private.left_of_attempt(attempt) then raise sqlstate 'PT422' using message = 'refund_too_large'; end if;
  insert into public.order_refunds (id, order_id, attempt_id, amount_agorot, reason)
  values ((fact ->> 'refund')::uuid, moved.id, attempt.id, asked, btrim(fact ->> 'reason'));
end
$$;

-- The overpayment of an order, less refunds. Null without an order.
create function private.beyond_order(about uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(case p.kind when 'payment' then p.amount_agorot else -p.amount_agorot end), 0) - o.amount_agorot
  from public.orders o left join public.payments p on p.order_id = o.id and p.voided_at is null and p.status = 'captured'
  where o.id = about group by o.id
$$;

-- The refundable amount of an attempt, less refunds that staff recorded in the ledger. A refund without a response
-- counts as made, because it may have been.
create function private.left_of_attempt(attempt payment_attempts) returns bigint
language sql stable security definer set search_path = '' as $$
  select least(
    attempt.amount_agorot - coalesce(sum(r.amount_agorot), 0),
    (select private.left_of_payment(p) from public.payments p where p.provider = attempt.provider and p.provider_tx = attempt.transaction_id)
      - coalesce(sum(r.amount_agorot) filter (where r.status <> 'done'), 0))
  from public.order_refunds r where r.attempt_id = attempt.id and r.status <> 'refused'
$$;

-- The amount of a payment for which a refund was requested from the provider and may still be made.
create function private.running_refunds(payment payments) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(r.amount_agorot), 0)
  from public.order_refunds r join public.payment_attempts a on a.id = r.attempt_id
  where a.provider = payment.provider and a.transaction_id = payment.provider_tx and r.status in ('requested', 'unknown')
$$;

-- A placeholder number for a refund that staff settled, until the provider's number is known.
create function private.number_by_hand(refund order_refunds) returns text
language sql immutable set search_path = '' as $$
  select 'hand:' || refund.id
$$;
grant execute on function private.number_by_hand(order_refunds) to service_role;

-- Handles a provider response that arrives after staff settled the refund. The staff decision stays unless the provider
-- made the refund; differences are flagged for staff.
create function private.take_late_refund(moved orders, refund order_refunds, fact jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  by_hand constant text := private.number_by_hand(refund);
  paid public.payments;
begin
  if refund.settle_reason is null then return; end if;
  case
    when refund.status = 'done' and fact ->> 'status' = 'done' and refund.provider_refund_id = by_hand then
      update public.payments p set provider_tx = fact ->> 'refund_id'
      from public.payment_attempts a where a.id = refund.attempt_id and p.provider = a.provider and p.provider_tx = by_hand;
      update public.order_refunds r set provider_refund_id = fact ->> 'refund_id' where r.id = refund.id;
    when refund.status = 'done' and fact ->> 'status' = 'refused' then perform private.ask_staff(moved, 'refund_differs');
    when refund.status = 'refused' and fact ->> 'status' = 'done' then
      perform private.ask_staff(moved, 'refund_differs');
      select p.* into paid from public.payments p join public.payment_attempts a on a.provider = p.provider and a.transaction_id = p.provider_tx
      where a.id = refund.attempt_id;
      -- Skipped if another refund has used up the payment. The nightly comparison reports the difference.
      if private.left_of_payment(paid) >= refund.amount_agorot then perform private.end_refund(moved, refund, fact); end if;
    else null;
  end case;
end
$$;

create function private.take_refund(moved orders, fact jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  refund constant public.order_refunds := private.locked_refund(moved, fact);
begin
  if refund.status in ('done', 'refused') then
    perform private.take_late_refund(moved, refund, fact);
  else
    perform private.end_refund(moved, refund, fact);
  end if;
end
$$;

create function private.locked_refund(moved orders, fact jsonb) returns order_refunds
language plpgsql volatile security definer set search_path = '' as $$
declare
  refund public.order_refunds;
begin
  select r.* into refund from public.order_refunds r where r.id = (fact ->> 'refund')::uuid and r.order_id = moved.id for update;
  if refund.id is null then raise sqlstate 'PT404' using message = 'refund_unknown'; end if;
  return refund;
end
$$;

-- Settles a refund with the state that staff saw at the provider: made or not made. Refused while the request may still
-- be running.
create function private.settle_refund(moved orders, fact jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  refund constant public.order_refunds := private.locked_refund(moved, fact);
  ground constant text := btrim(coalesce(fact ->> 'reason', ''));
begin
  if char_length(ground) < 2 then raise sqlstate 'PT422' using message = 'reason_missing'; end if;
  if fact ->> 'status' not in ('done', 'refused') then raise sqlstate 'PT422' using message = 'answer_unknown'; end if;
  if refund.status = fact ->> 'status' then return; end if;
  if refund.status in ('done', 'refused') then raise sqlstate 'PT409' using message = 'refund_settled'; end if;
  if refund.status = 'requested' and refund.created_at > now() - interval '10 minutes' then
    raise sqlstate 'PT409' using message = 'refund_running';
  end if;
  update public.order_refunds r set settled_by = auth.uid(), settle_reason = ground where r.id = refund.id;
  perform private.end_refund(moved, refund,
    jsonb_build_object('status', fact ->> 'status', 'refund_id', case fact ->> 'status' when 'done' then private.number_by_hand(refund) end));
  perform private.log_order(moved, 'order.refund_settled',
    jsonb_build_object('amount_agorot', refund.amount_agorot, 'status', fact ->> 'status', 'reason', ground));
end
$$;

create function private.end_refund(moved orders, refund order_refunds, fact jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
  paid public.payments;
begin
  update public.order_refunds r set status = fact ->> 'status', provider_refund_id = fact ->> 'refund_id', fault = fact ->> 'fault',
    settled_at = case when fact ->> 'status' in ('done', 'refused') then now() end
  where r.id = refund.id;
  if fact ->> 'status' <> 'done' then return; end if;
  select a.* into attempt from public.payment_attempts a where a.id = refund.attempt_id for update;
  select p.* into paid from public.payments p where p.provider = attempt.provider and p.provider_tx = attempt.transaction_id;
  if private.left_of_payment(paid) < refund.amount_agorot then
    -- Staff recorded a refund of the same money before this response. The nightly comparison shows the difference.
    perform private.ask_staff(moved, 'refund_differs');
  else
    insert into public.payments (contact_id, kind, refund_of, refund_reason, provider, provider_tx, method, amount_agorot, recorded_by, is_demo)
    values (paid.contact_id, 'refund', paid.id, refund.reason, attempt.provider, fact ->> 'refund_id', paid.method, refund.amount_agorot,
      refund.requested_by, moved.is_demo)
    on conflict on constraint payment_recorded_already do nothing;
  end if;
  update public.payment_attempts a set state = case
    when (select sum(r.amount_agorot) from public.order_refunds r where r.attempt_id = a.id and r.status = 'done') >= a.amount_agorot
    then 'refunded' else 'partially_refunded' end
  where a.id = attempt.id;
  perform private.emit_event('order.refunded', moved.contact_id, 'order', moved.id,
    jsonb_build_object('product_id', moved.product_id, 'amount_agorot', refund.amount_agorot), moved.is_demo, 'order.refunded:' || refund.id);
  perform private.settle_order(moved.id);
end
$$;
