create trigger next_version before update on prices for each row execute function next_version();

create trigger next_version before update on enrolments for each row execute function next_version();

-- Serializes enrolments at a price with a limited number of places.
create function claim_place() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  places integer;
begin
  if new.price_id is null or new.ended_on is not null then return new; end if;
  select p.seats into places from public.prices p where p.id = new.price_id and p.product_id = new.product_id for update;
  if not found then
    raise sqlstate 'PT422' using message = 'price_of_another_product';
  end if;
  if places <= (select count(*) from public.enrolments e where e.price_id = new.price_id and e.ended_on is null and e.id <> new.id) then
    raise sqlstate 'PT409' using message = 'no_places_left';
  end if;
  return new;
end
$$;
create trigger claim_place before insert or update of price_id, product_id, ended_on on enrolments
  for each row execute function claim_place();

-- A renamed product keeps its former address, and its page moves with all versions.
create function products_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.product_slugs s where s.slug = new.slug and s.product_id <> new.id) then
    raise sqlstate 'PT409' using message = 'slug_taken';
  end if;
  if tg_op = 'UPDATE' then
    -- Visibility and position do not count versions.
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
  insert into public.pages (path, label, position, created_at, is_demo, version)
  values (to_path, page.label, page.position, page.created_at, page.is_demo, page.version);
  insert into public.page_versions (path, number, blocks, note, is_planted, created_by, created_at)
  select to_path, v.number, v.blocks, v.note, v.is_planted, v.created_by, v.created_at
  from public.page_versions v where v.path = from_path;
  update public.pages p set (published_version_id, published_at, published_by) = (
    select n.id, page.published_at, page.published_by
    from public.page_versions o join public.page_versions n on n.path = to_path and n.number = o.number
    where o.id = page.published_version_id)
  where p.path = to_path;
  delete from public.pages p where p.path = from_path;
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

-- Public data of products, and claims derived from enrolments.

-- The product with the most enrolments: only from a minimum on, and without a tie.
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

-- Every visible product with its current price, or the next one.
create function offers() returns table (
  id uuid, slug text, former_slugs text[], name text, kind text, tagline text, description text, included text[], facts jsonb,
  call_words text, call_way text, has_waitlist boolean, updated_at timestamptz, price jsonb, is_open boolean, opens_at timestamptz,
  seats_left integer, is_most_chosen boolean, changes_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select p.id, p.slug, array(select s.slug from public.product_slugs s where s.product_id = p.id order by s.slug),
    p.name, p.kind, p.tagline, p.description, p.included, p.facts, p.call_words, p.call_way, p.has_waitlist, p.updated_at,
    case when shown.id is not null then jsonb_build_object('id', shown.id, 'amount_agorot', shown.amount_agorot, 'vat_mode', shown.vat_mode,
      'max_installments', shown.max_installments, 'interval', shown.interval, 'charges', shown.charges, 'active_to', shown.active_to,
      'seats', shown.seats) end,
    coalesce(shown.active_from <= now(), false),
    case when shown.active_from > now() then shown.active_from end,
    case when shown.seats is not null then greatest(0, shown.seats - (select count(*) from public.enrolments e where e.price_id = shown.id and e.ended_on is null))::integer end,
    coalesce(p.id = (select public.most_chosen_product()), false),
    (select min(at) from public.prices x, unnest(array[x.active_from, x.active_to]) at where x.product_id = p.id and at > now())
  from public.products p
  left join lateral (
    select * from public.prices x where x.product_id = p.id and (x.active_to is null or x.active_to > now())
    order by x.active_from limit 1) shown on true
  where p.is_active and (not p.is_demo or public.is_demo_business())
  order by p.position, p.name, p.id
$$;
comment on function offers is 'never null: id, slug, former_slugs, name, kind, tagline, description, included, facts, call_words, call_way, has_waitlist, updated_at, is_open, is_most_chosen';

-- Sorts all products in one call, with the caller's rights on each.
create function order_products(ids uuid[]) returns void
language sql volatile set search_path = '' as $$
  update public.products p set position = o.place::integer
  from unnest(ids) with ordinality o (id, place) where o.id = p.id and p.position <> o.place
$$;
grant execute on function order_products(uuid[]) to authenticated;

grant execute on function most_chosen_product() to service_role;

grant execute on function offers() to anon, authenticated, service_role;
