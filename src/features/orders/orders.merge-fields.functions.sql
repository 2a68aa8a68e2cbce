-- Order merge fields of message templates.
create function private.merge_fields_of_order() returns text[]
language sql immutable set search_path = '' as $$
  select array['שם_מוצר', 'מספר_הזמנה', 'סכום_הזמנה', 'תאריך_תשלום', 'תאריך_חיוב', 'סוף_כרטיס', 'קישור.הזמנה', 'קישור.חשבונית']
$$;

-- Returns values only for the order's payer.
create function private.merge_values_of_order(about uuid, contact uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', o.title, 'number', o.number,
    'amount_agorot', case when o.paid_at is null then o.amount_agorot else o.paid_agorot end, 'paid_at', o.paid_at,
    'due_on', case when o.paid_at is null then c.due_on end, 'last4', k.last4,
    'document_url', (
      select d.url from public.tax_documents d
      where d.order_id = o.id and d.completed_at is not null and d.corrects_id is null order by d.completed_at desc limit 1))
  from public.orders o left join public.charges c on c.id = o.charge_id left join public.plan_cards k on k.plan_id = c.plan_id
  where o.id = about and o.contact_id = contact
$$;

-- A path with a new token, to the order summary or to payment. Only the token hash is stored.
create function private.merge_link_of_order(field text, contact uuid, context_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  token constant text := translate(encode(extensions.gen_random_bytes(24), 'base64'), '+/', '-_');
  path constant text := (
    select case when o.paid_at is null then '/' || p.slug || '/checkout?order=' else '/payment-success?ref=' end
    from public.orders o join public.products p on p.id = o.product_id where o.id = context_id and o.contact_id = contact);
begin
  if field <> 'קישור.הזמנה' or path is null then return null; end if;
  insert into public.order_links (token_hash, order_id) values (public.link_hash(token), context_id);
  return path || token;
end
$$;

-- The contact's newest order, used in previews.
create function private.newest_order_of(contact uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select o.id from public.orders o where o.contact_id = contact order by o.created_at desc, o.id limit 1
$$;

-- Whether a message about an unpaid order is obsolete: the order was paid, including through staff, or staff cancelled
-- it.
create function private.has_ended_order(about uuid, trigger text) returns boolean
language sql stable security definer set search_path = '' as $$
  select trigger in ('checkout.started', 'checkout.abandoned', 'order.failed', 'plan_charge.failed') and exists (
    select from public.orders o left join public.charges c on c.id = o.charge_id
    where o.id = about and (
      o.paid_at is not null or o.fulfilled_at is not null or private.is_cancelled_by_staff(o)
      or case when c.id is null then private.is_bought_by_hand(o) else c.voided_at is not null or private.left_of_charge(c.id) <= 0 end))
$$;
