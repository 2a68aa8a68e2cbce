alter table booking_links enable row level security;

-- All columns except the token hash.
grant select (id, type_id, contact_id, expires_at, revoked_at, used_at, root_id, created_by, created_at) on booking_links to authenticated;
create policy "owners, admins and sales see every booking link" on booking_links for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the booking links of their appointment types" on booking_links for select to authenticated
  using ((select has_role('coach')) and type_id in (select t.id from appointment_types t where t.user_id = (select auth.uid())));
grant select, insert, update on booking_links to service_role;
