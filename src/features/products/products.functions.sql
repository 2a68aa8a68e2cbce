create trigger next_version before update on prices for each row execute function next_version();

create trigger next_version before update on enrolments for each row execute function next_version();

-- Seats taken at a price: by enrolments, and by orders whose price is held. An order being paid does not count itself.
create function private.places_taken(price uuid, except_enrolment uuid default null, except_order uuid default null) returns bigint
language sql stable security definer set search_path = '' as $$
  select (select count(*) from public.enrolments e
      where e.price_id = price and e.ended_on is null and e.id is distinct from except_enrolment)
    + (select count(*) from public.orders o
      where (o.price_id = price or o.bump_price_id = price) and o.status in ('pending', 'awaiting_payment', 'failed') and o.held_until > now()
        and o.id is distinct from except_order)
$$;

-- Serializes enrolments and orders at a price with a seat limit. Without a limit they share a lock, and only a change
-- of the limit waits for them. FOR NO KEY UPDATE does not conflict with the foreign key locks that waiting orders hold.
create function private.claim_place_at(price uuid, product uuid, except_enrolment uuid default null, except_order uuid default null)
  returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  places integer;
begin
  -- Checked without the lock first, so that requests for a sold-out price do not wait for each other.
  select p.seats into places from public.prices p where p.id = price and p.product_id = product;
  if places <= private.places_taken(price, except_enrolment, except_order) then
    raise sqlstate 'PT409' using message = 'no_places_left';
  end if;
  if places is null then
    begin
      select p.seats into places from public.prices p where p.id = price and p.product_id = product for share;
      if found and places is null then return; end if;
      -- A limit was set since the check. Leaving the block releases the shared lock, because two sessions that share it
      -- would deadlock on the exclusive lock below.
      raise sqlstate 'LMTED';
    exception
      when sqlstate 'LMTED' then null;
    end;
  end if;
  select p.seats into places from public.prices p where p.id = price and p.product_id = product for no key update;
  if not found then
    raise sqlstate 'PT422' using message = 'price_of_another_product';
  end if;
  if places <= private.places_taken(price, except_enrolment, except_order) then
    raise sqlstate 'PT409' using message = 'no_places_left';
  end if;
end
$$;
grant execute on function private.claim_place_at(uuid, uuid, uuid, uuid) to service_role;

-- Locks limited prices in id order, as a checkout does. A payment for two products calls it first, which prevents
-- deadlocks with another payment or a checkout.
create function private.lock_places(at_prices uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  select from public.prices p where p.id = any (at_prices) and p.seats is not null order by p.id for no key update
$$;

create function claim_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.price_id is not null and new.ended_on is null then
    perform private.claim_place_at(new.price_id, new.product_id, new.id);
  end if;
  return new;
end
$$;
create trigger claim_place before insert or update of price_id, product_id, ended_on on enrolments
  for each row execute function claim_place();

-- Stores the former slug of a renamed product, and moves its page with all versions.
create function products_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.product_slugs s where s.slug = new.slug and s.product_id <> new.id) then
    raise sqlstate 'PT409' using message = 'slug_taken';
  end if;
  if tg_op = 'UPDATE' then
    -- Changes of visibility and position do not increment the version.
    if (new.slug, new.name, new.kind, new.tagline, new.description, new.included, new.facts, new.call_words, new.call_way, new.has_waitlist)
      is distinct from
      (old.slug, old.name, old.kind, old.tagline, old.description, old.included, old.facts, old.call_words, old.call_way, old.has_waitlist) then
      new.version := old.version + 1;
    end if;
    new.updated_at := now();
    if new.slug <> old.slug then
      delete from public.product_slugs s where s.slug = new.slug;
      insert into public.product_slugs (slug, product_id) values (old.slug, new.id);
      perform public.move_page('/' || old.slug, '/' || new.slug);
    end if;
    if new.name <> old.name then
      update public.pages p set label = new.name where p.path = '/' || new.slug;
    end if;
  end if;
  return new;
end
$$;

-- Versions are immutable, so they are inserted again under the new path.
create function move_page(from_path text, to_path text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  page public.pages;
begin
  select * into page from public.pages p where p.path = from_path for update;
  if not found then return; end if;
  insert into public.pages (path, label, position, is_own, layout, created_at, is_demo, version)
  values (to_path, page.label, page.position, page.is_own, page.layout, page.created_at, page.is_demo, page.version);
  insert into public.page_versions (path, number, blocks, note, is_planted, created_by, created_at)
  select to_path, v.number, v.blocks, v.note, v.is_planted, v.created_by, v.created_at
  from public.page_versions v where v.path = from_path;
  update public.pages p set (published_version_id, published_at, published_by) = (
    select n.id, page.published_at, page.published_by
    from public.page_versions o join public.page_versions n on n.path = to_path and n.number = o.number
    where o.id = page.published_version_id)
  where p.path = to_path;
  if page.publish_at is not null then
    perform private.schedule_page(to_path, (
      select n.id from public.page_versions o join public.page_versions n on n.path = to_path and n.number = o.number
      where o.id = page.scheduled_version_id), page.publish_at);
  end if;
  delete from public.pages p where p.path = from_path;
  -- An override of a deleted page may still have this path.
  delete from public.seo_overrides o where o.path = to_path;
  update public.seo_overrides o set path = to_path where o.path = from_path;
end
$$;

create trigger set_derived before insert or update on products for each row execute function products_before_write();

create function forget_product_page() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.pages p where p.path = '/' || old.slug;
  return null;
end
$$;
create trigger forget_page after delete on products for each row execute function forget_product_page();

create trigger announce_page_change after insert or update or delete on products
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on prices
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on enrolments
  for each statement execute function announce_page_change();
-- An order invalidates a page only if seats are limited.
create function announce_held_place() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.prices p where p.id in (new.price_id, new.bump_price_id) and p.seats is not null) then
    perform pg_catalog.pg_notify('page_changed', tg_table_name);
  end if;
  return null;
end
$$;
create trigger announce_held_place after insert or update of status, held_until, price_id, bump_price_id on orders
  for each row execute function announce_held_place();

-- Public data of products, and claims derived from enrolments.

-- The product with the most enrolments; null below a minimum, or on a tie.
create function most_chosen_product() returns uuid
language sql stable security definer set search_path = '' as $$
  with taken as (
    select e.product_id, count(*) as people, rank() over (order by count(*) desc) as place
    from public.enrolments e join public.products p on p.id = e.product_id and p.is_active
    where not e.is_demo or public.is_demo_business()
    group by e.product_id)
  select product_id from taken
  where place = 1 and people >= 5 and (select count(*) from taken where place = 1) = 1
    and (select count(*) from taken) > 1
$$;

-- Seats left at a price; null: unlimited.
create function private.places_left(price prices) returns integer
language sql stable security definer set search_path = '' as $$
  select case when price.seats is not null then greatest(0, price.seats - private.places_taken(price.id))::integer end
$$;

create function private.shown_price(price prices) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', price.id, 'name', price.name, 'amount_agorot', price.amount_agorot, 'vat_mode', price.vat_mode,
    'max_installments', price.max_installments, 'interval', price.interval, 'charges', price.charges, 'active_to', price.active_to,
    'seats', price.seats, 'seats_left', private.places_left(price))
$$;

-- The order bump of a product: another visible product with a one-time price, at its cheapest price with seats left.
create function private.bump_of(product products) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('product_id', b.id, 'name', b.name, 'text', product.bump_text, 'price', private.shown_price(x))
  from public.products b join public.prices x on x.product_id = b.id
  where b.id = product.bump_product_id and b.is_active and x.interval is null and x.active_from <= now() and (x.active_to is null or x.active_to > now())
    and private.places_left(x) is distinct from 0
  order by x.amount_agorot, x.name limit 1
$$;

-- Every visible product with its current prices. `price` is on sale with seats left, otherwise the next one.
create function offers() returns table (
  id uuid, slug text, former_slugs text[], name text, kind text, tagline text, description text, included text[], facts jsonb,
  call_words text, call_way text, has_waitlist boolean, updated_at timestamptz, price jsonb, prices jsonb, is_open boolean,
  opens_at timestamptz, seats_left integer, is_most_chosen boolean, changes_at timestamptz, bump jsonb
)
language sql stable security definer set search_path = '' as $$
  select p.id, p.slug, array(select s.slug from public.product_slugs s where s.product_id = p.id order by s.slug),
    p.name, p.kind, p.tagline, p.description, p.included, p.facts, p.call_words, p.call_way, p.has_waitlist, p.updated_at,
    case when (shown.price).id is not null then private.shown_price(shown.price) end,
    coalesce((select jsonb_agg(private.shown_price(x) order by x.amount_agorot, x.name) from public.prices x
      where x.product_id = p.id and x.active_from <= now() and (x.active_to is null or x.active_to > now())), '[]'),
    coalesce((shown.price).active_from <= now(), false),
    case when (shown.price).active_from > now() then (shown.price).active_from end,
    case when (shown.price).id is not null then private.places_left(shown.price) end,
    coalesce(p.id = (select public.most_chosen_product()), false),
    least(
      (select min(at) from public.prices x, unnest(array[x.active_from, x.active_to]) at where x.product_id = p.id and at > now()),
      -- A seat reserved by an order is released when its price reservation expires.
      (select min(o.held_until) from public.orders o join public.prices x on x.id = o.price_id
       where o.product_id = p.id and x.seats is not null and o.held_until > now() and o.status in ('pending', 'awaiting_payment', 'failed'))),
    private.bump_of(p)
  from public.products p
  left join lateral (
    select x as price from public.prices x where x.product_id = p.id and (x.active_to is null or x.active_to > now())
    order by greatest(x.active_from, now()), private.places_left(x) is not distinct from 0, x.amount_agorot, x.name limit 1) shown on true
  where p.is_active and (not p.is_demo or public.is_demo_business())
  order by p.position, p.name, p.id
$$;
comment on function offers is 'never null: id, slug, former_slugs, name, kind, tagline, description, included, facts, call_words, call_way, has_waitlist, updated_at, prices, is_open, is_most_chosen';

-- Sorts all products in one call, with the caller's rights on each.
create function order_products(ids uuid[]) returns void
language sql volatile set search_path = '' as $$
  update public.products p set position = o.place::integer
  from unnest(ids) with ordinality o (id, place) where o.id = p.id and p.position <> o.place
$$;
grant execute on function order_products(uuid[]) to authenticated;

grant execute on function most_chosen_product() to service_role;

grant execute on function offers() to anon, authenticated, service_role;
