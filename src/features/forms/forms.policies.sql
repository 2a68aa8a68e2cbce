alter table forms enable row level security;
alter table form_versions enable row level security;
alter table form_submissions enable row level security;
alter table form_sealed_answers enable row level security;
alter table form_files enable row level security;

-- Visitors cannot read these tables: the form page calls functions of the server.
grant select on forms, form_versions, form_submissions, form_files to authenticated;
grant insert (id, public_id, title, draft, opens_at, closes_at, most_submissions, once_per_person, closed_text, opens_opportunity, notifies_staff, allowed_origins, owner_id),
  update (public_id, title, status, draft, opens_at, closes_at, most_submissions, once_per_person, closed_text, opens_opportunity, notifies_staff, allowed_origins, owner_id,
    deleted_at)
  on forms to authenticated;

create policy "staff see the forms" on forms for select to authenticated using ((select is_staff()));
create policy "owners and admins add forms" on forms for insert to authenticated with check ((select has_role('owner', 'admin')));
create policy "owners and admins change forms, also into the bin" on forms for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "staff see the versions of forms" on form_versions for select to authenticated using ((select is_staff()));

create policy "owners, admins and sales see every submission" on form_submissions for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the submissions of their contacts" on form_submissions for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "files are seen with their submission" on form_files for select to authenticated
  using (exists (select from form_submissions s where s.id = submission_id));
create policy "only the server sees sealed answers" on form_sealed_answers for select to authenticated using (false);

create policy "who sees a submission sees the bytes of its files" on storage.objects for select to authenticated
  using (bucket_id = 'form-files' and exists (
    select from public.form_files f where f.id = public.file_id_of(objects.name) and f.scan_state in ('unscanned', 'clean')));

grant select on forms, form_versions to service_role;
grant select, insert, update, delete on form_submissions, form_sealed_answers, form_files to service_role;
