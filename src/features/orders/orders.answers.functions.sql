-- Provider responses about payment attempts. Paid is final: no later response reverts it.

-- The first field in which the provider's response differs from our request; null if all match. Fields that a provider
-- does not return are skipped: the response was requested by its own transaction number.
create function private.difference(attempt payment_attempts, answer jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when (answer ->> 'amountAgorot')::bigint is distinct from attempt.amount_agorot then 'amount'
    when answer ->> 'currency' is distinct from attempt.currency then 'currency'
    when coalesce(answer ->> 'terminal', attempt.terminal) <> attempt.terminal then 'terminal'
    when coalesce(answer ->> 'reference', attempt.reference) <> attempt.reference then 'reference'
    when answer ->> 'transactionId' is null then 'reference' end
$$;

create function private.take_answer(moved orders, attempt payment_attempts, answer jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if attempt.state in ('paid', 'partially_refunded', 'refunded') then return; end if;
  update public.payment_attempts a set checked_at = now(), checks = a.checks + 1 where a.id = attempt.id;
  case answer ->> 'state'
    when 'paid' then perform private.take_payment(moved, attempt, answer);
    when 'declined' then perform private.take_decline(moved, attempt, answer);
    when 'pending' then perform private.take_silence(moved, attempt);
    else raise sqlstate 'PT422' using message = 'answer_unknown';
  end case;
  -- Last in lock order: completing a task locks its contact, and a payment locks prices before the contact.
  if answer ->> 'state' <> 'pending' then perform private.end_attention(moved.id, 'provider_silent'); end if;
end
$$;

create function private.take_payment(moved orders, attempt payment_attempts, answer jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  other constant text := private.difference(attempt, answer);
  -- The charge was paid by another method, or voided, while the payer was at the provider.
  is_closed constant boolean := moved.charge_id is not null and moved.paid_at is null
    and private.left_of_charge(moved.charge_id) < attempt.amount_agorot;
  was_cancelled constant boolean := moved.status = 'cancelled' and exists (
    select from public.activities v
    where v.contact_id = moved.contact_id and v.type = 'order.cancelled' and v.related_id = moved.id and v.actor_kind = 'user');
begin
  if other is not null then
    if attempt.differs is distinct from other then
      update public.payment_attempts a set state = 'disputed', differs = other where a.id = attempt.id;
      perform private.ask_staff(moved, 'answer_differs', attempt.id);
    end if;
    return;
  end if;
  update public.payment_attempts a set state = 'paid', differs = null, fault = null, reason = null, raw_code = null,
    settled_at = now(), transaction_id = answer ->> 'transactionId', method = coalesce(answer ->> 'method', 'card'),
    installments = (answer ->> 'installments')::integer, approval = left(answer ->> 'approval', 40),
    last4 = substring(answer ->> 'last4' from '^\d{4}$'), brand = left(answer ->> 'brand', 40),
    document_number = answer #>> '{document,number}', document_url = answer #>> '{document,url}'
  where a.id = attempt.id;
  perform private.book_payment(moved, attempt.provider, answer);
  if jsonb_typeof(answer -> 'document') = 'string' then perform private.ask_staff(moved, 'document_missing', attempt.id); end if;
  if moved.paid_agorot >= moved.amount_agorot and moved.paid_at is not null then
    perform private.ask_staff(moved, 'paid_twice', attempt.id);
  end if;
  if is_closed then perform private.ask_staff(moved, 'charge_closed', attempt.id); end if;
  if was_cancelled then perform private.ask_staff(moved, 'cancelled_paid', attempt.id); end if;
  -- The page was opened for a previous amount.
  if moved.paid_agorot + attempt.amount_agorot < moved.amount_agorot then perform private.ask_staff(moved, 'paid_in_part', attempt.id); end if;
  perform private.settle_order(moved.id);
end
$$;

-- Marks the order as failed, unless another page of it can still be paid, or staff cancelled it.
create function private.take_decline(moved orders, attempt payment_attempts, answer jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if attempt.state = 'declined' and attempt.transaction_id is not distinct from answer ->> 'transactionId' then return; end if;
  update public.payment_attempts a set state = 'declined', settled_at = now(), transaction_id = answer ->> 'transactionId',
    reason = coalesce(answer ->> 'reason', 'unknown'), raw_code = left(answer ->> 'rawCode', 40)
  where a.id = attempt.id;
  if moved.paid_at is null and not private.is_cancelled_by_staff(moved) and not private.has_open_attempt(moved.id) then
    update public.orders o set status = 'failed' where o.id = moved.id and o.status <> 'failed';
    perform private.emit_event('order.failed', moved.contact_id, 'order', moved.id,
      jsonb_build_object('product_id', moved.product_id, 'reason', coalesce(answer ->> 'reason', 'unknown')), moved.is_demo,
      'order.failed:' || attempt.id || ':' || coalesce(answer ->> 'transactionId', ''));
  end if;
end
$$;

-- The provider has no transaction. The attempt waits while the page can be paid, then expires; a later payment is still
-- accepted.
create function private.take_silence(moved orders, attempt payment_attempts) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if attempt.state not in ('page_open', 'verifying') then return; end if;
  if attempt.closes_at > now() then
    update public.payment_attempts a set state = 'verifying' where a.id = attempt.id and a.state <> 'verifying';
    return;
  end if;
  update public.payment_attempts a set state = 'expired', reason = 'expired', settled_at = now() where a.id = attempt.id;
  if moved.paid_at is null and not private.has_open_attempt(moved.id) then
    -- A payment link by staff remains valid after an abandoned payment page.
    update public.orders o set status = case when o.by_staff and o.held_until > now() then 'pending' else 'cancelled' end
    where o.id = moved.id and o.status = 'awaiting_payment';
  end if;
end
$$;

-- Staff end a charge of the saved card after a day without a response. Its card may have changed, and another provider
-- does not know its reference. The charge is announced again before the card is charged. A later response is still
-- accepted.
create function private.end_charge(moved orders, attempt payment_attempts, fact jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  ground constant text := btrim(coalesce(fact ->> 'reason', ''));
begin
  if char_length(ground) < 2 then raise sqlstate 'PT422' using message = 'reason_missing'; end if;
  if attempt.id is null or not attempt.by_token or attempt.state <> 'created' or attempt.created_at > now() - interval '1 day' then
    raise sqlstate 'PT409' using message = 'charge_not_silent';
  end if;
  update public.payment_attempts a set state = 'cancelled', reason = 'cancelled', settled_at = now() where a.id = attempt.id;
  perform private.log_order(moved, 'order.charge_ended', jsonb_build_object('amount_agorot', attempt.amount_agorot, 'reason', ground));
  perform private.put_off_charges(k.plan_id, true)
  from public.charges c join public.plan_cards k on k.plan_id = c.plan_id where c.id = moved.charge_id and k.state = 'active';
  -- Last in lock order: completing a task locks its contact.
  perform private.end_attention(moved.id, 'provider_silent');
end
$$;

-- The name of the staff task about an order, by its reason.
create function private.order_task_name(number integer, why text) returns text
language sql stable set search_path = '' as $$
  select left(case why
    when 'answer_differs' then 'לבדוק אצל חברת הסליקה: התשלום שונה מההזמנה'
    when 'paid_twice' then 'להחזיר תשלום: ההזמנה שולמה פעמיים'
    when 'no_places_left' then 'ההזמנה שולמה, ולא נשאר מקום'
    when 'already_enrolled' then 'ההזמנה שולמה, והשם כבר רשום למוצר'
    when 'document_missing' then 'להפיק חשבונית: חברת הסליקה לא הפיקה'
    when 'provider_silent' then 'לבדוק תשלום: אין תשובה מחברת הסליקה'
    when 'plan_failed' then 'לדבר על תוכנית התשלומים: הכרטיס לא אושר שלוש פעמים'
    when 'charge_closed' then 'להחזיר תשלום: החיוב שולם בדרך אחרת או בוטל לפני התשלום בקישור'
    when 'time_taken' then 'לתאם מועד חדש או להחזיר תשלום: הפגישה שולמה אחרי שהשעה נתפסה'
    when 'appointment_ended' then 'להחזיר תשלום או לתאם מועד חדש: הפגישה ששולמה לא תתקיים'
    when 'refund_differs' then 'לבדוק החזר: חברת הסליקה אומרת אחרת ממה שנרשם'
    when 'plan_goes_on' then 'לבדוק אם לעצור את תוכנית התשלומים: חלק מהתשלום הוחזר'
    when 'card_missing' then 'לשלוח קישור לתשלום הבא: לא נשמר כרטיס לתוכנית התשלומים'
    when 'cancelled_paid' then 'לבדוק תשלום: ההזמנה שולמה אחרי שבוטלה'
    when 'paid_in_part' then 'לבדוק תשלום: ההזמנה שולמה רק בחלקה'
    when 'portal' then 'להזמין לאזור האישי' end || ' (הזמנה ' || number || ')', 200)
$$;

-- Flags the order and creates one staff task per reason. Some reasons create only a task.
create function private.ask_staff(moved orders, why text, attempt uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  what constant text := private.order_task_name(moved.number, why);
begin
  if why not in ('portal', 'cancelled_paid', 'paid_in_part') then update public.orders o set attention = why where o.id = moved.id; end if;
  insert into public.tasks (name, due_date, user_id, contact_id, priority, created_by, is_demo)
  select what, (now() at time zone 'Asia/Jerusalem')::date,
    coalesce(c.owner_id, private.business_owner()), moved.contact_id, case why when 'portal' then 'medium' else 'high' end, null, moved.is_demo
  from public.contacts c where c.id = moved.contact_id
    and not exists (
      select from public.tasks t where t.contact_id = moved.contact_id and t.name = what
        and t.status in ('To Do', 'In Progress') and t.deleted_at is null);
end
$$;

-- Clears the flag of an order whose reason is resolved, and completes its task. A task that staff closed or renamed is
-- not changed.
create function private.end_attention(about uuid, why text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.orders o set attention = null where o.id = about and o.attention = why;
  update public.tasks t set status = 'Done'
  from public.orders o
  where o.id = about and t.contact_id = o.contact_id and t.name = private.order_task_name(o.number, why)
    and t.status in ('To Do', 'In Progress') and t.deleted_at is null;
end
$$;
