-- Fulfilment of a payment in the transaction that marks the order as paid: ledger, enrolment, process and staff task.

-- One charge per order, one payment per provider transaction. Any overpayment stays as the payer's credit.
create function private.book_payment(moved orders, provider text, answer jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  charge uuid;
  today constant date := (now() at time zone 'Asia/Jerusalem')::date;
begin
  -- Lock order: prices before the contact, which the timeline entry of the payment locks. An enrolment uses the same
  -- order.
  perform private.lock_places(array[moved.price_id, moved.bump_price_id]);
  charge := private.charge_of_order(moved);
  insert into public.payments (contact_id, charge_id, order_id, provider, provider_tx, method, amount_agorot, paid_on, reference, document_number, recorded_by, is_demo)
  values (moved.contact_id, case when moved.paid_agorot < moved.amount_agorot then charge end, moved.id, provider, answer ->> 'transactionId',
    case answer ->> 'method' when 'bit' then 'bit' else 'card' end, (answer ->> 'amountAgorot')::integer, today,
    left(answer ->> 'approval', 60), left(answer #>> '{document,number}', 40), null, moved.is_demo)
  on conflict on constraint payment_recorded_already do nothing;
end
$$;

create function private.charge_of_order(moved orders) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  charge uuid := moved.charge_id;
begin
  if charge is not null then return charge; end if;
  if moved.plan_interval is not null then return private.begin_plan(moved); end if;
  select c.id into charge from public.charges c where c.order_id = moved.id and c.plan_id is null;
  if charge is null then
    insert into public.charges (contact_id, product_id, order_id, title, amount_agorot, due_on, created_by, is_demo)
    values (moved.contact_id, moved.product_id, moved.id, left(concat_ws(' + ', moved.title, moved.bump_title), 120), moved.amount_agorot, (now() at time zone 'Asia/Jerusalem')::date, null, moved.is_demo)
    returning id into charge;
  elsif moved.paid_agorot = 0 then
    -- The payments of the charge were voided, and the order was resubmitted on other terms.
    update public.charges c set title = left(concat_ws(' + ', moved.title, moved.bump_title), 120), amount_agorot = moved.amount_agorot
    where c.id = charge and c.amount_agorot <> moved.amount_agorot;
  end if;
  return charge;
end
$$;

-- A payment recorded by staff, with a reason and a method that needs no provider.
create function private.pay_by_hand(moved orders, fact jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  charge uuid;
begin
  if char_length(btrim(coalesce(fact ->> 'reason', ''))) < 2 then raise sqlstate 'PT422' using message = 'reason_missing'; end if;
  if moved.paid_agorot + (fact ->> 'amount_agorot')::integer > moved.amount_agorot then
    raise sqlstate 'PT422' using message = 'more_than_ordered';
  end if;
  perform private.lock_places(array[moved.price_id, moved.bump_price_id]);
  charge := private.charge_of_order(moved);
  -- The trigger of the payment updates the order.
  insert into public.payments (id, contact_id, charge_id, order_id, method, amount_agorot, reference, note, is_demo)
  values (coalesce((fact ->> 'payment')::uuid, gen_random_uuid()), moved.contact_id, charge, moved.id, fact ->> 'method',
    (fact ->> 'amount_agorot')::integer, fact ->> 'reference', btrim(fact ->> 'reason'), moved.is_demo);
end
$$;

-- Returns whether the buyer was already enrolled. Staff may charge again for the same product.
create function private.enrol_buyer(paid orders, product uuid, price uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.enrolments (product_id, price_id, contact_id, created_by, is_demo)
  values (product, price, paid.contact_id, null, paid.is_demo);
  return false;
exception
  -- The money was received without a free seat: staff find a seat or refund it.
  when sqlstate 'PT409' then
    perform private.ask_staff(paid, 'no_places_left');
    return false;
  when unique_violation then
    if not paid.by_staff then perform private.ask_staff(paid, 'already_enrolled'); end if;
    return true;
end
$$;

-- Called on every settlement; idempotent.
create function private.fulfil_order(about uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  paid constant public.orders := (select o from public.orders o where o.id = about);
  template uuid;
  is_enrolled boolean;
begin
  update public.orders o set fulfilled_at = now() where o.id = about and o.fulfilled_at is null;
  if not found then return; end if;
  perform private.emit_event('order.paid', paid.contact_id, 'order', paid.id,
    jsonb_build_object('product_id', paid.product_id, 'amount_agorot', paid.amount_agorot), paid.is_demo, 'order.paid:' || about);
  -- A charge without a plan needs no enrolment.
  if private.confirm_paid_appointment(paid) or exists (select from public.charges c where c.id = paid.charge_id and c.plan_id is null) then
    perform private.log_order(paid, 'order.paid', jsonb_build_object('amount_agorot', paid.amount_agorot));
    return;
  end if;
  perform private.lock_places(array[paid.price_id, paid.bump_price_id]);
  is_enrolled := private.enrol_buyer(paid, paid.product_id, paid.price_id);
  if paid.bump_product_id is not null then perform private.enrol_buyer(paid, paid.bump_product_id, paid.bump_price_id); end if;
  select p.process_template_id into template from public.products p where p.id = paid.product_id;
  if template is not null and not (paid.by_staff and is_enrolled) then perform private.start_process(paid.contact_id, template, paid.is_demo); end if;
  if not (paid.by_staff and is_enrolled) then perform private.ask_staff(paid, 'portal'); end if;
  perform private.log_order(paid, 'order.paid', jsonb_build_object('amount_agorot', paid.amount_agorot));
end
$$;

create function private.log_order(about orders, what text, payload jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload, is_demo)
  select what, case when public.is_colleague(auth.uid()) then 'user' else 'contact' end,
    case when public.is_colleague(auth.uid()) then auth.uid() else about.contact_id end,
    about.contact_id, 'order', about.id, about.title, payload || jsonb_build_object('number', about.number), about.is_demo
  where not about.is_demo
$$;
