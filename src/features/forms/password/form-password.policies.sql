alter table form_passwords enable row level security;

-- All columns except the hash.
grant select (form_id, changed_at) on form_passwords to authenticated;
create policy "owners and admins see which forms have a password" on form_passwords for select to authenticated
  using ((select has_role('owner', 'admin')));
grant select, insert, update, delete on form_passwords to service_role;

alter table form_password_networks enable row level security;
create policy "only the server sees known networks of forms" on form_password_networks for select to authenticated using (false);
grant select, insert, update, delete on form_password_networks to service_role;
