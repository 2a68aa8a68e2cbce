-- Events of checkouts. Events of orders are written by move_order.

-- Orders made by staff or by a payment plan emit no checkout.started event.
create function emit_checkout_started() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit_event('checkout.started', new.contact_id, 'order', new.id,
    jsonb_build_object('product_id', new.product_id, 'amount_agorot', new.amount_agorot));
  return null;
end
$$;
create trigger emit_started after insert on orders
  for each row when (not new.is_demo and not new.by_staff and new.charge_id is null) execute function emit_checkout_started();

-- Emits checkout.abandoned once per checkout, an hour to three days after its last submission.
create function emit_abandoned_checkouts() returns void
language sql volatile security definer set search_path = '' as $$
  with abandoned as (
    select o.*, 'checkout.abandoned:' || o.id as once_key from public.orders o
    where o.created_at > now() - interval '30 days' and o.terms_agreed_at between now() - interval '3 days' and now() - interval '1 hour'
      and o.paid_at is null and not o.is_demo)
  select private.emit_event('checkout.abandoned', a.contact_id, 'order', a.id,
    jsonb_build_object('product_id', a.product_id, 'amount_agorot', a.amount_agorot), a.is_demo, a.once_key)
  from abandoned a
  where not exists (select from public.domain_events e where e.once_key = a.once_key)
    and private.is_abandoned_checkout((select o from public.orders o where o.id = a.id))
$$;
grant execute on function emit_abandoned_checkouts() to service_role;
