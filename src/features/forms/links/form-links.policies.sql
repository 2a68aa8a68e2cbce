alter table form_links enable row level security;

-- All columns except the token hash.
grant select (id, form_id, contact_id, is_single_use, expires_at, created_by, created_at, used_at, revoked_at) on form_links to authenticated;
create policy "owners, admins and sales see every personal link" on form_links for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the personal links of their contacts" on form_links for select to authenticated
  using (contact_id in (select my_contact_ids()));
grant select, insert on form_links to service_role;
