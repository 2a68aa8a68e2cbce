grant insert (shared_with, minutes), update (shared_with, minutes) on tasks to authenticated;
create policy "a client sees the tasks given to them, and their partner's shared ones" on tasks for select to authenticated
  using (shared_with is not null and deleted_at is null and (contact_id = (select my_client_contact_id())
    or (shared_with = 'household' and contact_id in (select my_household_contact_ids()))));

grant insert (shared_with), update (shared_with) on files to authenticated;
create policy "a client sees the files shared with them, and their partner's shared ones" on files for select to authenticated
  using (shared_with is not null and deleted_at is null and (contact_id = (select my_client_contact_id())
    or (shared_with = 'household' and contact_id in (select my_household_contact_ids()))));
create policy "a client sees the documents they signed" on files for select to authenticated
  using (deleted_at is null and id in (select my_signed_file_ids()));
create policy "a client adds files of their own" on files for insert to authenticated
  with check (shared_with is not null and contact_id = (select my_client_contact_id()) and opportunity_id is null);
