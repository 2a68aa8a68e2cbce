create trigger next_version before update on coupons for each row execute function next_version();

-- Uses of a coupon: paid orders, orders with a reserved price, and orders whose payment page is still open. Without a
-- contact: the uses of all contacts.
create function private.coupon_uses(coupon uuid, contact uuid default null, except_order uuid default null) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.orders o
  where o.coupon_id = coupon and (contact is null or o.contact_id = contact) and o.id is distinct from except_order
    and (o.paid_at is not null
      or o.status in ('pending', 'awaiting_payment', 'failed') and o.held_until > now()
      or private.has_open_attempt(o.id))
$$;

-- Why a coupon does not apply to a product now; null if it applies. Without a contact, the limit per contact is not checked.
create function private.coupon_fault(coupon coupons, product uuid, contact uuid, except_order uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when coupon.id is null or not coupon.is_active or coupon.active_from > now() then 'coupon_unknown'
    when coupon.active_to <= now() then 'coupon_ended'
    when cardinality(coupon.product_ids) > 0 and not product = any (coupon.product_ids) then 'coupon_of_another_product'
    when coupon.max_uses <= private.coupon_uses(coupon.id, null, except_order) then 'coupon_used_up'
    when contact is not null and coupon.per_contact <= private.coupon_uses(coupon.id, contact, except_order) then 'coupon_used_already'
  end
$$;

-- The coupon with a code for one product, with the reason if it does not apply.
create function private.coupon_of(typed_code text, product uuid, except_order uuid)
  returns table (id uuid, code text, percent integer, amount_agorot integer, fault text)
language sql stable security definer set search_path = '' as $$
  select c.id, c.code, c.percent, c.amount_agorot, private.coupon_fault(c, product, null, except_order)
  from public.coupons c where c.code = typed_code
$$;
grant execute on function private.coupon_of(text, uuid, uuid) to service_role;

-- Serializes the uses of a coupon: the count after the lock includes every committed use.
create function claim_coupon() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  coupon public.coupons;
  fault text;
begin
  -- An order with a reserved price has its coupon reserved as well.
  if tg_op = 'UPDATE' and new.coupon_id is not distinct from old.coupon_id and new.contact_id = old.contact_id
    and (old.held_until > now() or new.held_until <= now()) then
    return new;
  end if;
  select c.* into coupon from public.coupons c where c.id = new.coupon_id for update;
  fault := private.coupon_fault(coupon, new.product_id, new.contact_id, new.id);
  if fault is not null then raise sqlstate 'PT409' using message = fault; end if;
  return new;
end
$$;
create trigger claim_coupon before insert or update of coupon_id, held_until on orders
  for each row when (new.coupon_id is not null) execute function claim_coupon();

-- Uses and discounts by coupon, with the caller's rights.
create function coupon_figures() returns table (coupon_id uuid, uses integer, discount_agorot bigint)
language sql stable set search_path = '' as $$
  select o.coupon_id, count(*)::integer, sum(o.discount_agorot)::bigint
  from public.orders o where o.coupon_id is not null and o.paid_at is not null group by o.coupon_id
$$;
comment on function coupon_figures is 'never null: coupon_id, uses, discount_agorot';
grant execute on function coupon_figures() to authenticated;
