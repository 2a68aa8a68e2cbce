-- What the business asked the signed-in client to pay online and is not paid yet: the orders of its payment links, while they are open.
create function my_open_orders() returns table (id uuid, title text, amount_agorot integer, open_until timestamptz)
language sql stable security definer set search_path = '' as $$
  select o.id, o.title, o.amount_agorot, o.held_until from public.orders o
  where o.contact_id = public.my_client_contact_id() and o.by_staff and o.paid_at is null
    and o.status in ('pending', 'awaiting_payment', 'failed') and o.held_until > now()
    -- The charge may have been paid in another way, changed or cancelled.
    and coalesce(private.charge_state(o), 'open') = 'open'
    -- A booking is made by any visitor who enters the client's address, and is paid from its own page.
    and not exists (select from public.appointments a where a.order_id = o.id)
  order by o.held_until, o.number
$$;
comment on function my_open_orders is 'never null: id, title, amount_agorot, open_until';
revoke execute on function my_open_orders() from public;
grant execute on function my_open_orders() to authenticated;

-- Opens the checkout of such an order: stores the hash of a token that the browser drew, and returns the slug of the page.
-- Refusal: order_not_open.
create function open_my_order(order_id uuid, token text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_slug text;
begin
  if token !~ '^[\w-]{32}$' then raise sqlstate 'PT422' using message = 'order_not_open'; end if;
  insert into public.order_links (token_hash, order_id, expires_at)
  select public.link_hash(token), o.id, o.open_until from public.my_open_orders() o where o.id = open_my_order.order_id;
  if not found then raise sqlstate 'PT404' using message = 'order_not_open'; end if;
  select p.slug into found_slug from public.orders o join public.products p on p.id = o.product_id where o.id = open_my_order.order_id;
  return found_slug;
end
$$;
comment on function open_my_order is 'never null';
revoke execute on function open_my_order(uuid, text) from public;
grant execute on function open_my_order(uuid, text) to authenticated;
