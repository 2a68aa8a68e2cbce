alter table exports enable row level security;
grant select, insert (id, format, search, people) on exports to authenticated;
create policy "owners and admins see who took lists of people along" on exports for select to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins note the list that they take along" on exports for insert to authenticated
  with check (by = (select auth.uid()) and (select has_role('owner', 'admin')));
