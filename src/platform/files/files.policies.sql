alter table files enable row level security;
grant select on files to authenticated;
grant insert (id, contact_id, opportunity_id, name), update (opportunity_id, name, deleted_at) on files to authenticated;

create policy "owners, admins and sales see every file" on files for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the files of their contacts" on files for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "owners, admins and sales add files" on files for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')));
create policy "a coach adds files to their contacts" on files for insert to authenticated
  with check (contact_id in (select my_contact_ids()));
create policy "owners and admins change files, also into the bin" on files for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "staff change the files they added" on files for update to authenticated
  using (uploaded_by = (select auth.uid()) and (select is_staff()));

create policy "who sees the row of a file sees its bytes" on storage.objects for select to authenticated
  using (bucket_id = 'files' and exists (
    select from public.files f where f.id = public.file_id_of(objects.name) and f.deleted_at is null));
create policy "who adds a file brings its bytes once" on storage.objects for insert to authenticated
  with check (bucket_id = 'files' and exists (
    select from public.files f
    where f.id = public.file_id_of(objects.name) and f.uploaded_by = (select auth.uid()) and f.stored_at is null));
