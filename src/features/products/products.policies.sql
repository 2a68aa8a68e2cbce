alter table products enable row level security;
alter table product_slugs enable row level security;
alter table prices enable row level security;
alter table enrolments enable row level security;
alter table product_waitlist enable row level security;

grant select, delete on products, prices, enrolments, product_waitlist to authenticated;
grant select on product_slugs to authenticated;
grant insert (slug, name, kind, tagline, description, included, facts, call_words, call_way, position, is_active, has_waitlist, process_template_id,
    bump_product_id, bump_text),
  update (slug, name, kind, tagline, description, included, facts, call_words, call_way, position, is_active, has_waitlist, process_template_id,
    bump_product_id, bump_text)
  on products to authenticated;
grant insert (product_id, name, amount_agorot, vat_mode, max_installments, interval, charges, active_from, active_to, seats),
  update (name, amount_agorot, vat_mode, max_installments, interval, charges, active_from, active_to, seats) on prices to authenticated;
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
create policy "owners, admins and sales record who was notified" on product_waitlist for update to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales take people off a waiting list" on product_waitlist for delete to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
