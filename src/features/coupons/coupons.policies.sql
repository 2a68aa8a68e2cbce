alter table coupons enable row level security;

grant select, delete on coupons to authenticated;
grant insert (code, note, percent, amount_agorot, product_ids, max_uses, per_contact, active_from, active_to, is_active),
  update (code, note, percent, amount_agorot, product_ids, max_uses, per_contact, active_from, active_to, is_active) on coupons to authenticated;

create policy "staff see the coupons" on coupons for select to authenticated using ((select is_staff()));
create policy "owners and admins set the coupons" on coupons for all to authenticated
  using ((select has_role('owner', 'admin')));
