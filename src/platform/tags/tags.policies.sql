alter table tags enable row level security;
alter table contact_tags enable row level security;
grant select, delete, insert (id, name, color), update (name, color) on tags to authenticated;
grant select, delete, insert (contact_id, tag_id) on contact_tags to authenticated;

create policy "who works with contacts sees every tag" on tags for select to authenticated
  using ((select has_role('owner', 'admin', 'sales', 'coach')));
create policy "who works with contacts adds tags" on tags for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales', 'coach')));
create policy "owners and admins rename tags" on tags for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins delete tags" on tags for delete to authenticated
  using ((select has_role('owner', 'admin')));

create policy "owners, admins and sales see the tags of every contact" on contact_tags for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales put tags on every contact" on contact_tags for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales take tags off every contact" on contact_tags for delete to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the tags of their contacts" on contact_tags for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "a coach puts tags on their contacts" on contact_tags for insert to authenticated
  with check (contact_id in (select my_contact_ids()));
create policy "a coach takes tags off their contacts" on contact_tags for delete to authenticated
  using (contact_id in (select my_contact_ids()));
