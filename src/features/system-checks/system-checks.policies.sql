alter table system_checks enable row level security;
grant select on system_checks to authenticated;
create policy "owners and admins see the checks of the system" on system_checks for select to authenticated
  using ((select has_role('owner', 'admin')));
