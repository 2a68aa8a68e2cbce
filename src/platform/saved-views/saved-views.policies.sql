alter table saved_views enable row level security;
grant select, delete on saved_views to authenticated;
grant insert (id, entity, name, query, shared, position), update (name, query, shared, position) on saved_views to authenticated;

create policy "staff see their own views and the shared ones" on saved_views for select to authenticated
  using ((select is_staff()) and (shared or user_id = (select auth.uid())));
create policy "staff keep views of their own" on saved_views for insert to authenticated
  with check ((select is_staff()) and user_id = (select auth.uid()));
create policy "staff change their own views" on saved_views for update to authenticated
  using ((select is_staff()) and user_id = (select auth.uid()));
create policy "owners and admins change shared views" on saved_views for update to authenticated
  using (shared and (select has_role('owner', 'admin')));
create policy "staff delete their own views" on saved_views for delete to authenticated
  using ((select is_staff()) and user_id = (select auth.uid()));
create policy "owners and admins delete shared views" on saved_views for delete to authenticated
  using (shared and (select has_role('owner', 'admin')));
