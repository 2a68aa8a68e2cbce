-- Events of manually recorded payments and refunds. Checkout orders have their own events.
create function emit_payment_event() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit_event(case new.kind when 'refund' then 'payment.refunded' else 'payment.received' end, new.contact_id, 'payment', new.id,
    jsonb_build_object('charge_id', new.charge_id, 'amount_agorot', new.amount_agorot, 'method', new.method), new.is_demo);
  return null;
end
$$;
create trigger emit_received after insert on payments
  for each row when (new.status = 'captured' and new.order_id is null) execute function emit_payment_event();
