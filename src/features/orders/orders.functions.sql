-- The order lifecycle. Only move_order changes the status, under the order's lock: on a verified provider response, or
-- by staff with a reason.

create trigger next_version before update on orders for each row execute function next_version();

-- A new order gets the initial status and sums, regardless of the inserted values.
create function order_before_insert() returns trigger language plpgsql set search_path = '' as $$
begin
  new.status := 'pending';
  new.paid_agorot := 0;
  new.refunded_agorot := 0;
  new.paid_at := null;
  new.attention := null;
  return new;
end
$$;
create trigger before_insert before insert on orders for each row when (not new.is_demo) execute function order_before_insert();

create function attempt_before_insert() returns trigger language plpgsql set search_path = '' as $$
begin
  new.state := 'created';
  new.transaction_id := null;
  return new;
end
$$;
create trigger before_insert before insert on payment_attempts for each row execute function attempt_before_insert();

-- The status derived from the ledger. Without payments the last reported status applies.
create function private.order_status(money orders) returns text
language sql immutable set search_path = '' as $$
  select case
    when money.paid_at is null then money.status
    when money.refunded_agorot > 0 and money.refunded_agorot >= money.paid_agorot then 'refunded'
    when money.refunded_agorot > 0 then 'partially_refunded'
    when money.paid_agorot >= money.amount_agorot then 'paid'
    when money.paid_agorot > 0 then 'partially_paid'
    -- The payments were all voided.
    else 'cancelled' end
$$;

-- Whether the order can still be paid on a page or is being charged. The attempt of a transfer is never closed, so it
-- ends with its order.
create function private.has_open_attempt(about uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.payment_attempts a join public.orders o on o.id = a.order_id where a.order_id = about
    and (a.state in ('page_open', 'verifying') and (a.provider <> 'manual' or o.status <> 'cancelled') or a.by_token and a.state = 'created'))
$$;

-- Writes the ledger totals to the order. An order is fulfilled when it is first fully paid.
create function private.settle_order(about uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.orders;
  was constant public.orders := (select o from public.orders o where o.id = about);
begin
  known := was;
  select coalesce(sum(p.amount_agorot) filter (where p.kind = 'payment'), 0), coalesce(sum(p.amount_agorot) filter (where p.kind = 'refund'), 0)
    into known.paid_agorot, known.refunded_agorot
  from public.payments p where p.order_id = about and p.voided_at is null and p.status = 'captured';
  if known.paid_agorot > 0 or known.amount_agorot = 0 then known.paid_at := coalesce(known.paid_at, now()); end if;
  if known.paid_agorot = 0 and known.amount_agorot > 0 then known.paid_at := null; end if;
  known.status := case when known.paid_at is null and was.paid_at is not null then 'cancelled' else private.order_status(known) end;
  update public.orders o set paid_agorot = known.paid_agorot, refunded_agorot = known.refunded_agorot, paid_at = known.paid_at, status = known.status
  where o.id = about
    and (o.paid_agorot, o.refunded_agorot, o.status) is distinct from (known.paid_agorot, known.refunded_agorot, known.status);
  if known.status = 'paid' then perform private.fulfil_order(about); end if;
  if known.paid_agorot >= known.amount_agorot then perform private.end_attention(about, 'paid_in_part'); end if;
  if known.refunded_agorot > was.refunded_agorot then perform private.refund_plan(known); end if;
end
$$;

-- Settles an order after staff recorded or voided a payment or refund in the ledger.
create function settle_order_of_payment() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.move_order(new.order_id, '{"kind": "ledger"}');
  return null;
end
$$;
create trigger settle_order after insert or update of void_reason on payments
  for each row when (new.order_id is not null and new.provider = 'manual') execute function settle_order_of_payment();

/*
 * Applies one fact to an order, in any status; a repeated fact changes nothing. Facts:
 *   {"kind": "free"}                                                     the amount is zero
 *   {"kind": "opened", "attempt", "provider_ref", "url"}                 the provider opened a payment page
 *   {"kind": "not_opened", "attempt", "fault"}                           the provider failed to open a page
 *   {"kind": "answer", "attempt", "answer"}                              the provider's answer about an attempt
 *   {"kind": "silent", "attempt", "fault"}                               no answer from the provider for a day
 *   {"kind": "charge_ended", "attempt", "reason"}                        a charge without an answer, ended by staff
 *   {"kind": "refund_asked", "refund", "attempt", "amount_agorot", "reason"}   before the provider request
 *   {"kind": "refund_answer", "refund", "status", "refund_id", "fault"}  the provider's answer
 *   {"kind": "refund_settled", "refund", "status", "reason"}             settled by staff after the provider gave no answer
 *   {"kind": "paid_by_hand", "payment", "amount_agorot", "method", "reason", "reference"}   recorded by staff
 *   {"kind": "cancelled", "reason"}                                      cancelled by staff
 *   {"kind": "ledger"}                                                   the ledger changed
 */
create function move_order(about uuid, fact jsonb) returns orders
language plpgsql volatile security definer set search_path = '' as $$
declare
  moved public.orders;
  attempt public.payment_attempts;
begin
  select o.* into moved from public.orders o where o.id = about for update;
  if moved.id is null then raise sqlstate 'PT404' using message = 'order_unknown'; end if;
  if fact ? 'attempt' then
    select a.* into attempt from public.payment_attempts a where a.id = (fact ->> 'attempt')::uuid and a.order_id = about for update;
    if attempt.id is null then raise sqlstate 'PT404' using message = 'attempt_unknown'; end if;
  end if;
  case fact ->> 'kind'
    when 'free' then
      if moved.amount_agorot > 0 then raise sqlstate 'PT422' using message = 'order_is_not_free'; end if;
      perform private.settle_order(about);
    when 'opened' then perform private.open_attempt(moved, attempt, fact);
    when 'not_opened' then
      update public.payment_attempts a set fault = fact ->> 'fault' where a.id = attempt.id and a.state = 'created';
    when 'answer' then perform private.take_answer(moved, attempt, fact -> 'answer');
    when 'silent' then perform private.ask_staff(moved, 'provider_silent', attempt.id);
    when 'charge_ended' then perform private.end_charge(moved, attempt, fact);
    when 'refund_asked' then perform private.ask_refund(moved, attempt, fact);
    when 'refund_answer' then perform private.take_refund(moved, fact);
    when 'refund_settled' then perform private.settle_refund(moved, fact);
    when 'paid_by_hand' then perform private.pay_by_hand(moved, fact);
    when 'cancelled' then
      if char_length(btrim(coalesce(fact ->> 'reason', ''))) < 2 then raise sqlstate 'PT422' using message = 'reason_missing'; end if;
      if moved.status not in ('pending', 'awaiting_payment', 'failed') then raise sqlstate 'PT409' using message = 'order_ended'; end if;
      update public.orders o set status = 'cancelled', held_until = least(o.held_until, now()) where o.id = about;
      perform private.log_order(moved, 'order.cancelled', jsonb_build_object('reason', btrim(fact ->> 'reason')));
    when 'ledger' then perform private.settle_order(about);
    else raise sqlstate 'PT422' using message = 'fact_unknown';
  end case;
  return (select o from public.orders o where o.id = about);
end
$$;
grant execute on function move_order(uuid, jsonb) to service_role;

-- Opens a page at the provider. From then on only the provider's response closes the attempt. The first check runs
-- after two minutes.
create function private.open_attempt(moved orders, attempt payment_attempts, fact jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if attempt.state <> 'created' then return; end if;
  update public.payment_attempts a set state = 'page_open', provider_ref = fact ->> 'provider_ref', page_url = fact ->> 'url',
    opened_at = now(), closes_at = now() + interval '60 minutes', fault = null
  where a.id = attempt.id;
  if moved.paid_at is null then
    update public.orders o set status = 'awaiting_payment' where o.id = moved.id and o.status <> 'awaiting_payment';
  end if;
  if attempt.provider <> 'manual' then perform private.check_payment_at(attempt.id, now() + interval '2 minutes'); end if;
end
$$;

-- One check per attempt is scheduled at a time; an earlier time replaces a later one.
create function private.check_payment_at(attempt uuid, at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  select jobs.enqueue('check_payment', json_build_object('attemptId', attempt), 'payment ' || attempt, at)
$$;
grant execute on function private.check_payment_at(uuid, timestamptz) to service_role;
