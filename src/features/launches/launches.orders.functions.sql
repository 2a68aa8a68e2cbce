-- Restricts the price of a launch until it is archived. An order can start only within the payer's cart window, and can
-- be completed later. Demo launches do not restrict, so that the demo shop stays open.
create function private.launch_refuses(price uuid, contact uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(bool_and(private.launch_cart(l, p, clock_timestamp()) not in ('open', 'bought')), false)
  from public.launches l
  left join public.launch_participants p on p.launch_id = l.id and p.contact_id = contact and p.status <> 'opted_out'
  where l.price_id = price and l.status not in ('draft', 'archived') and not l.is_demo
$$;

create function guard_launch_price() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if private.launch_refuses(new.price_id, new.contact_id) then
    raise sqlstate 'PT409' using message = 'cart_closed';
  end if;
  return new;
end
$$;
create trigger guard_launch_price before insert on orders for each row when (not new.is_demo and not new.by_staff) execute function guard_launch_price();
-- Changing the price, or renewing an expired reservation, counts as a new start.
create trigger guard_launch_price_again before update of price_id, held_until on orders for each row
  when (new.paid_at is null and not new.by_staff and (old.price_id is distinct from new.price_id
    or old.held_until <= statement_timestamp() and new.held_until > statement_timestamp()))
  execute function guard_launch_price();

-- Marks the participant as a buyer in the transaction that marks the order as paid. The buyer is the participant who
-- started the order, or another participant of the same contact. The address entered at the checkout has no effect.
create function note_launch_buyer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.launch_participants p set status = 'buyer', order_id = new.id, opted_out_at = null
  from public.launches l
  where l.id = p.launch_id and l.price_id = new.price_id and (p.contact_id = new.contact_id or p.order_id = new.id) and p.status <> 'buyer' and l.status <> 'draft'
    -- An order in a later launch of the same price does not count for a launch that is over.
    and (p.order_id = new.id or l.status not in ('ended', 'archived') or not exists (
      select from public.launch_participants o join public.launches n on n.id = o.launch_id
      where o.contact_id = new.contact_id and n.price_id = new.price_id and n.status not in ('draft', 'ended', 'archived')));
  return null;
end
$$;
create trigger note_launch_buyer after update of paid_at on orders
  for each row when (old.paid_at is null and new.paid_at is not null) execute function note_launch_buyer();
