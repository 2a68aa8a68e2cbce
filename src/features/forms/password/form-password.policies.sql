alter table form_passwords enable row level security;

-- Without the hashes.
grant select (form_id, changed_at) on form_passwords to authenticated;
create policy "owners and admins see which forms have a password" on form_passwords for select to authenticated
  using ((select has_role('owner', 'admin')));
grant select, insert, update, delete on form_passwords to service_role;
