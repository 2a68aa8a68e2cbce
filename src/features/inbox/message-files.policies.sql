grant insert (thread_id) on files to authenticated;

create policy "a sent file of a thread is seen by the thread's readers" on files as restrictive for select to authenticated
  using (thread_id is null or (thread_message_id is not null or uploaded_by = (select auth.uid()))
    and exists (select from threads t where t.id = files.thread_id));
create policy "who reads a thread sees the files of its messages" on files for select to authenticated
  using (thread_id is not null and deleted_at is null and exists (select from threads t where t.id = files.thread_id));
create policy "a client adds files to their threads" on files for insert to authenticated
  with check (thread_id is not null and contact_id = (select my_client_contact_id()));
create policy "a file of a thread belongs to its writer, or to its client" on files as restrictive for insert to authenticated
  with check (thread_id is null or opportunity_id is null and exists (
    select from threads t where t.id = files.thread_id
      and files.contact_id = coalesce((select my_client_contact_id()), t.contact_id)));
