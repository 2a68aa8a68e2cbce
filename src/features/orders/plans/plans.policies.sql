alter table plan_cards enable row level security;
grant select on plan_cards to authenticated;
create policy "owners, admins and sales see the cards of plans" on plan_cards for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the cards of their contacts' plans" on plan_cards for select to authenticated
  using (exists (select from payment_plans p where p.id = plan_id and p.contact_id in (select my_contact_ids())));

revoke insert, update, delete, truncate on plan_cards from service_role;
grant execute on function gateway_secrets.keep_card(uuid, jsonb, bytea), gateway_secrets.card_of(uuid) to service_role;
grant execute on function private.declined_by_token(uuid) to service_role;
grant insert (by_token) on payment_attempts to service_role;
