alter table vat_rates enable row level security;
alter table payment_plans enable row level security;
alter table charges enable row level security;
alter table payments enable row level security;
grant select on vat_rates, payment_plans, charges, payments to authenticated;
grant insert (id, contact_id, title) on payment_plans to authenticated;
grant insert (id, contact_id, plan_id, number, product_id, title, amount_agorot, due_on), update (void_reason) on charges to authenticated;
grant insert (id, contact_id, charge_id, kind, refund_of, refund_reason, method, amount_agorot, paid_on, reference, document_number, note),
  update (reference, document_number, note, void_reason) on payments to authenticated;

create policy "staff see the rates of tax" on vat_rates for select to authenticated using ((select is_staff()));
create policy "owners, admins and sales see every plan" on payment_plans for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the plans of their contacts" on payment_plans for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "owners, admins and sales make plans" on payment_plans for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales see every charge" on charges for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the charges of their contacts" on charges for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "owners, admins and sales charge" on charges for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales make charges void" on charges for update to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales see every payment" on payments for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the payments of their contacts" on payments for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "owners, admins and sales record payments" on payments for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')) and provider = 'manual' and kind = 'payment');
-- Refunds are restricted to roles that manage money.
create policy "owners and admins refund" on payments for insert to authenticated
  with check ((select has_role('owner', 'admin')) and provider = 'manual' and kind = 'refund');
create policy "owners, admins and sales note documents and make payments void" on payments for update to authenticated
  using ((select has_role('owner', 'admin', 'sales')) and kind = 'payment');
create policy "owners and admins note documents and make refunds void" on payments for update to authenticated
  using ((select has_role('owner', 'admin')) and kind = 'refund');
