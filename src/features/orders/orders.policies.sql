alter table orders enable row level security;
alter table order_links enable row level security;
alter table payment_attempts enable row level security;
alter table payment_notices enable row level security;
alter table order_refunds enable row level security;
alter table reconciliations enable row level security;

grant select on orders, payment_attempts, order_refunds, reconciliations to authenticated;
create policy "owners, admins and sales see every order" on orders for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the orders of their contacts" on orders for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "attempts are seen with their order" on payment_attempts for select to authenticated
  using (exists (select from orders o where o.id = order_id));
create policy "refunds are seen with their order" on order_refunds for select to authenticated
  using (exists (select from orders o where o.id = order_id));
create policy "owners and admins see how the books of the provider compare" on reconciliations for select to authenticated
  using ((select has_role('owner', 'admin')));
create policy "only the server sees the links of orders" on order_links for select to authenticated using (false);
create policy "only the server sees the notices of providers" on payment_notices for select to authenticated using (false);

-- The server writes only what the visitor entered. Only move_order writes status, sums and attempts.
revoke insert, update, delete, truncate on orders, payment_attempts, order_refunds from service_role;
grant insert (contact_id, product_id, price_id, title, amount_agorot, coupon_id, discount_agorot, bump_product_id, bump_price_id, bump_title, bump_agorot,
    vat_percent, installments, name, email, phone, invoice_name, company_number,
    terms_version_id, privacy_text_id, source_url, utm, ip_trunc, user_agent, held_until, by_staff, made_by, most_installments, plan_interval, plan_charges),
  update (contact_id, price_id, title, amount_agorot, coupon_id, discount_agorot, bump_product_id, bump_price_id, bump_title, bump_agorot,
    vat_percent, installments, name, email, phone, invoice_name, company_number,
    terms_version_id, terms_agreed_at, privacy_text_id, held_until, purchase_sent_at, plan_interval, plan_charges) on orders to service_role;
grant insert (order_id, provider, is_stand_in, terminal, reference, secret_hash, amount_agorot) on payment_attempts to service_role;
grant select, insert, delete on order_links to service_role;
grant select, insert on payment_notices to service_role;
grant select, insert, update on reconciliations to service_role;
