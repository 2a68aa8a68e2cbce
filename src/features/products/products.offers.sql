-- What a visitor may know of the products, and what may be said of them because it was counted.

-- The one that most people took: only where enough took anything for the word to mean something, and no other took as many.
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

-- Every product that is shown, with the price of now or, before its first day, the one to come.
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

-- All products at once in a new order: the caller's rights hold for each of them.
create function order_products(ids uuid[]) returns void
language sql volatile set search_path = '' as $$
  update public.products p set position = o.place::integer
  from unnest(ids) with ordinality o (id, place) where o.id = p.id and p.position <> o.place
$$;
grant execute on function order_products(uuid[]) to authenticated;

grant execute on function most_chosen_product() to service_role;
revoke execute on function most_chosen_product() from public, anon, authenticated;
grant execute on function offers() to anon, authenticated, service_role;

alter table products enable row level security;
alter table product_slugs enable row level security;
alter table prices enable row level security;
alter table enrolments enable row level security;
alter table product_waitlist enable row level security;

grant select, delete on products, prices, enrolments, product_waitlist to authenticated;
grant select on product_slugs to authenticated;
grant insert (slug, name, kind, tagline, description, included, facts, call_words, call_way, position, is_active, has_waitlist, process_template_id),
  update (slug, name, kind, tagline, description, included, facts, call_words, call_way, position, is_active, has_waitlist, process_template_id)
  on products to authenticated;
grant insert (product_id, amount_agorot, vat_mode, max_installments, interval, charges, active_from, active_to, seats),
  update (amount_agorot, vat_mode, max_installments, interval, charges, active_from, active_to, seats) on prices to authenticated;
grant insert (product_id, price_id, contact_id, enrolled_on, ended_on), update (price_id, enrolled_on, ended_on) on enrolments to authenticated;
grant update (told_at) on product_waitlist to authenticated;

create policy "staff see the products" on products for select to authenticated using ((select is_staff()));
create policy "who cares for the site adds products" on products for insert to authenticated
  with check ((select has_role('owner', 'admin', 'content')));
create policy "who cares for the site changes products" on products for update to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners and admins delete products" on products for delete to authenticated
  using ((select has_role('owner', 'admin')));

create policy "staff see the former addresses of products" on product_slugs for select to authenticated using ((select is_staff()));

create policy "staff see the prices" on prices for select to authenticated using ((select is_staff()));
create policy "owners and admins set the prices" on prices for all to authenticated
  using ((select has_role('owner', 'admin')));

create policy "owners, admins and sales keep who takes part" on enrolments for all to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees in what their contacts take part" on enrolments for select to authenticated
  using (contact_id in (select my_contact_ids()));

create policy "owners, admins and sales see who waits for a product" on product_waitlist for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees for what their contacts wait" on product_waitlist for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "owners, admins and sales note who was told" on product_waitlist for update to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales take people off a waiting list" on product_waitlist for delete to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
