alter table exports enable row level security;
grant select, insert (id, list, format, search, row_count) on exports to authenticated;
create policy "owners and admins see the log of exports" on exports for select to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins log their own exports" on exports for insert to authenticated
  with check (by = (select auth.uid()) and (select has_role('owner', 'admin')));
