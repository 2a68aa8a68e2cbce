create trigger next_version before update on plan_cards for each row execute function next_version();

-- Creates orders for charges of active cards that are due within three days, with the payer of the plan's last order.
-- Contacts in the bin get no announcement mail, so they are not charged.
create function private.order_plan_charges() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  due record;
begin
  perform private.extend_plans();
  for due in
    select d.charge_id, o.product_id, jsonb_build_object('name', o.name, 'email', o.email, 'phone', o.phone) as payer
    from private.open_charges() d join public.plan_cards k on k.plan_id = d.plan_id and k.state = 'active'
      join public.contacts p on p.id = d.contact_id and p.deleted_at is null,
      lateral (select o.* from public.orders o join public.charges c on c.id = o.charge_id where c.plan_id = d.plan_id
        order by o.created_at desc limit 1) o
    where d.due_on <= private.today() + 3 and not exists (select from public.orders x where x.charge_id = d.charge_id)
    order by d.due_on, d.charge_id
  loop
    perform private.order_charge(due.charge_id, due.product_id, due.payer, now() + interval '30 days');
  end loop;
end
$$;
grant execute on function private.order_plan_charges() to service_role;

create function private.israel_day(at timestamptz) returns date language sql immutable set search_path = '' as $$
  select (at at time zone 'Asia/Jerusalem')::date
$$;
grant execute on function private.israel_day(timestamptz) to service_role;

create function private.today() returns date language sql stable set search_path = '' as $$
  select (now() at time zone 'Asia/Jerusalem')::date
$$;

-- The number of declined attempts of a saved card, and the time of the last one.
create function private.declined_by_token(about uuid) returns table (tries bigint, last_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select count(*), max(a.settled_at) from public.payment_attempts a where a.order_id = about and a.by_token and a.state = 'declined'
$$;

-- Orders to charge to the saved card: on the due day, and three and seven days after it if declined. Skipped while the
-- payer has an open page, another charge runs, or the contact is in the bin. A charge without a response is retried
-- after ten minutes with the same reference. A charge postponed after a decline is due on its new day.
create function private.plan_charges_due(only_order uuid default null) returns table (order_id uuid)
language sql stable security definer set search_path = '' as $$
  select o.id from public.orders o
  join public.charges c on c.id = o.charge_id join public.plan_cards k on k.plan_id = c.plan_id
  cross join lateral private.declined_by_token(o.id) d
  left join lateral (select a.created_at from public.payment_attempts a where a.order_id = o.id and a.by_token and a.state = 'created') running on true
  where (only_order is null or o.id = only_order) and k.state = 'active' and not o.is_demo
    and o.paid_at is null and c.voided_at is null and o.status in ('pending', 'awaiting_payment', 'failed')
    and exists (select from public.contacts p where p.id = c.contact_id and p.deleted_at is null)
    and not exists (select from public.payment_attempts a where a.order_id = o.id and not a.by_token
      and (a.state in ('page_open', 'verifying') or a.state = 'declined' and a.closes_at > now()
        or a.state = 'created' and a.created_at > now() - interval '2 minutes'))
    and private.today() >= c.due_on + case when d.tries < 3 and private.israel_day(d.last_at) < c.due_on then 0 else (array[0, 3, 7])[1 + d.tries] end
    and coalesce(private.israel_day(d.last_at) + 3 <= private.today(), true)
    and coalesce(running.created_at < now() - interval '10 minutes', true)
  order by c.due_on, o.id
$$;
grant execute on function private.plan_charges_due(uuid) to service_role;

-- Deducts payments that staff recorded since the order was made. Returns whether an open balance is left.
create function private.fit_plan_order(about uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  moved public.orders;
  left_agorot bigint;
begin
  select o.* into moved from public.orders o where o.id = about for update;
  select d.left_agorot into left_agorot from private.open_charges(moved.contact_id) d where d.charge_id = moved.charge_id;
  if coalesce(left_agorot, 0) = 0 then
    perform public.move_order(about, '{"kind": "cancelled", "reason": "שולם בדרך אחרת"}');
    return false;
  end if;
  if left_agorot <> moved.amount_agorot then update public.orders o set amount_agorot = left_agorot where o.id = about; end if;
  return true;
end
$$;
grant execute on function private.fit_plan_order(uuid) to service_role;

-- Saves a card from a payment of the plan, replacing the previous one. A plan that staff stopped stays stopped. Charges that fell due without
-- an active card are announced before they are charged.
create function gateway_secrets.keep_card(plan uuid, card jsonb, sealed_token bytea) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  was constant text := (select k.state from public.plan_cards k where k.plan_id = plan);
begin
  insert into public.plan_cards as k (plan_id, provider, is_stand_in, last4, brand, expires_on)
  values (plan, card ->> 'provider', (card ->> 'is_stand_in')::boolean, substring(card ->> 'last4' from '^\d{4}$'), left(card ->> 'brand', 40),
    (card ->> 'expires_on')::date)
  on conflict (plan_id) do update set provider = excluded.provider, is_stand_in = excluded.is_stand_in, last4 = excluded.last4,
    brand = excluded.brand, expires_on = excluded.expires_on, saved_at = now(),
    state = case k.state when 'stopped' then 'stopped' else 'active' end;
  insert into gateway_secrets.card_tokens (plan_id, sealed) values (plan, sealed_token)
  on conflict (plan_id) do update set sealed = excluded.sealed;
  perform private.end_attention(o.id, 'card_missing') from public.orders o join public.charges c on c.id = o.charge_id
  where c.plan_id = plan and o.attention = 'card_missing';
  if was is null or was = 'failed' then perform private.put_off_charges(plan); end if;
end
$$;

create function gateway_secrets.card_of(plan uuid) returns bytea
language sql stable security definer set search_path = '' as $$
  select sealed from gateway_secrets.card_tokens where plan_id = plan
$$;

-- After the third decline the card is not retried: staff contact the family, whose link still accepts another card.
create function end_declined_plan_charge() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  declined constant public.orders := (select o from public.orders o where o.id = new.order_id);
  plan constant uuid := (select c.plan_id from public.charges c where c.id = declined.charge_id);
  tries constant bigint := (select d.tries from private.declined_by_token(new.order_id) d);
begin
  perform private.derive_messages('order_payment', new.order_id);
  perform private.emit_event('plan_charge.failed', declined.contact_id, 'order', declined.id, jsonb_build_object(
    'product_id', declined.product_id, 'plan_id', plan, 'amount_agorot', new.amount_agorot, 'tries', tries), declined.is_demo);
  if tries >= 3 then
    update public.plan_cards k set state = 'failed' where k.plan_id = plan and k.state = 'active';
    perform private.ask_staff(declined, 'plan_failed');
  end if;
  return null;
end
$$;
create trigger end_declined_plan_charge after update of state on payment_attempts
  for each row when (new.by_token and new.state = 'declined' and old.state <> 'declined') execute function end_declined_plan_charge();

create trigger derive_messages_of_plan after insert on orders for each row when (new.charge_id is not null) execute function derive_order_messages();

-- Staff stop or resume the charges of a card. The provider retains the saved card. Charges that fell due while it was
-- stopped are announced before they are charged.
create function switch_plan_card(plan uuid, active boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  was text;
begin
  if not public.has_role('owner', 'admin', 'sales') then raise sqlstate 'PT403' using message = 'not_allowed'; end if;
  select k.state into was from public.plan_cards k where k.plan_id = plan for update;
  if was is null or was = 'failed' then raise sqlstate 'PT409' using message = 'card_needed'; end if;
  update public.plan_cards k set state = case when active then 'active' else 'stopped' end where k.plan_id = plan;
  if active and was = 'stopped' then perform private.put_off_charges(plan); end if;
end
$$;
grant execute on function switch_plan_card(uuid, boolean) to authenticated;

-- Runs when a contact is restored from the bin. Overdue charges are announced before they are charged, including those
-- declined or without a response. A restore on the day of the deletion changes nothing.
create function put_off_charges_of_restored() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if private.israel_day(old.deleted_at) < private.today() then
    perform private.put_off_charges(k.plan_id, true)
    from public.plan_cards k join public.payment_plans p on p.id = k.plan_id where p.contact_id = new.id and k.state = 'active';
  end if;
  return null;
end
$$;
create trigger put_off_charges after update of deleted_at on contacts
  for each row when (old.deleted_at is not null and new.deleted_at is null and old.merged_into_id is null)
  execute function put_off_charges_of_restored();

-- Refuses that staff add a charge to a card plan: the card is charged only for the charges that its payer saw.
create function guard_charge_of_card() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and exists (select from public.plan_cards k where k.plan_id = new.plan_id) then
    raise check_violation using constraint = 'plan_has_card', message = 'plan_has_card';
  end if;
  return null;
end
$$;
create trigger guard_card after insert on charges for each row when (new.plan_id is not null) execute function guard_charge_of_card();

select audit_table('plan_cards', 'plan_id');
