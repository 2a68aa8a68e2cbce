alter table bulk_changes enable row level security;
grant select on bulk_changes to authenticated;
grant update (undone_at) on bulk_changes to authenticated;

create policy "staff see what they changed in bulk" on bulk_changes for select to authenticated
  using (by = (select auth.uid()) and (select is_staff()));
create policy "owners and admins see every bulk change" on bulk_changes for select to authenticated
  using ((select has_role('owner', 'admin')));
create policy "staff take back what they changed in bulk" on bulk_changes for update to authenticated
  using (by = (select auth.uid()) and (select is_staff()));
create policy "owners and admins take back every bulk change" on bulk_changes for update to authenticated
  using ((select has_role('owner', 'admin')));
