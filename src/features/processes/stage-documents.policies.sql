alter table stage_documents enable row level security;
alter table stage_document_files enable row level security;
-- Written only by functions: documents with the draft of their template, files by their sender, decisions by staff.
grant select on stage_documents, stage_document_files to authenticated;
grant select (stage_instance_id) on form_links to authenticated;

create policy "staff see the documents of stages" on stage_documents for select to authenticated
  using ((select is_staff()));
create policy "a client sees the documents of the stages that were opened to them" on stage_documents for select to authenticated
  using (exists (select from process_stage_instances i join client_processes p on p.id = i.client_process_id
    where i.process_stage_id = stage_documents.stage_id and i.status not in ('locked', 'skipped') and p.status <> 'cancelled'
      and p.id in (select my_process_ids())));

create policy "who sees a file sees the document of the stage that it was sent for" on stage_document_files for select to authenticated
  using (exists (select from files f where f.id = stage_document_files.file_id));
create policy "a coach sees the files that a couple sends into a stage of their contacts" on files for select to authenticated
  using (id in (select my_stage_file_ids()));
