alter table group_waits enable row level security;
grant select on group_waits to authenticated;
create policy "owners, admins and sales see the waiting lists of groups" on group_waits for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
