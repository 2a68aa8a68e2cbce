-- What a stage asks for beside its tasks: a form, and documents to bring.
alter table process_stages add column form_id uuid references forms (id) on delete set null;
create index process_stages_form_id on process_stages (form_id);

-- A table of its own, because a client sees the stages ahead, but not yet what they ask for.
create table stage_documents (
  id uuid primary key default gen_random_uuid(),
  stage_id uuid not null references process_stages (id) on delete cascade,
  -- The same document in each edition of a template.
  lineage uuid not null default gen_random_uuid(),
  position integer not null,
  name text not null constraint stage_document_name_length check (char_length(btrim(name)) between 1 and 120),
  hint text not null default '' constraint stage_document_hint_length check (char_length(hint) <= 300),
  constraint stage_document_twice unique (stage_id, lineage)
);
create index stage_documents_of_stage on stage_documents (stage_id, position);

-- What was sent for a document of a stage, and what the staff decided about it. A document without such a file is missing.
create table stage_document_files (
  file_id uuid primary key references files (id) on delete cascade,
  stage_instance_id uuid not null references process_stage_instances (id) on delete cascade,
  stage_document_id uuid not null references stage_documents (id) on delete cascade,
  status text not null default 'received'
    constraint unknown_document_status check (status in ('received', 'approved', 'returned')),
  -- Why it was returned: for the sender and the staff.
  reason text constraint return_reason_length check (char_length(btrim(reason)) between 2 and 500),
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  version integer not null default 1,
  constraint returned_with_reason check ((status = 'returned') = (reason is not null)),
  constraint decided_has_its_time check ((status = 'received') = (decided_at is null))
);
create index stage_document_files_of_stage on stage_document_files (stage_instance_id, stage_document_id);
create index stage_document_files_of_document on stage_document_files (stage_document_id);
create index stage_document_files_decided_by on stage_document_files (decided_by);
alter table stage_document_files replica identity full;
alter publication supabase_realtime add table stage_document_files;

-- The personal link of the form of a stage: one for each of a couple. Each opening in the portal gives it another key.
alter table form_links add column stage_instance_id uuid references process_stage_instances (id) on delete cascade;
create unique index stage_form_once on form_links (stage_instance_id, form_id, contact_id) where stage_instance_id is not null;

insert into message_contexts (type, label) values ('stage_document', 'מסמך של שלב');
insert into message_anchors (context_type, anchor, label) values ('stage_document', 'returned', 'החזרת המסמך');
-- Five minutes: a decision that is taken back at once is not mailed.
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, expires_after_minutes, repeats_when_moved,
  position) values
  ('document.returned', 'מסמך שהוחזר, עם הסיבה', 'stage_document', 'returned', 5, 'service', 'document_returned', 10080, true, 29);
insert into message_rules (key, name, context_type, anchor, recipients, channel, purpose, template_key, position) values
  ('staff.document_received', 'מסמך שהתקבל לשלב', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'document.received', 193);
insert into email_kinds (kind, tokens, has_link) values
  ('document_returned', '{businessName,firstName,documentName,reason}', true);
