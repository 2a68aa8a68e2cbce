-- One reminder of an unfinished form, with a link that continues it.
alter table forms add column reminds_unfinished boolean not null default true;
-- The address of the reminder: one that was typed with consent, or that of the contact of a personal link.
alter table form_submissions add column remind_to text;

-- A table of its own: the sender adds a key without a lock on the submission, which its visitor may be saving.
create table form_resume_keys (
  key_hash text primary key constraint resume_key_hash_invalid check (key_hash ~ '^[0-9a-f]{64}$'),
  submission_id uuid not null references form_submissions (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index form_resume_keys_of_submission on form_resume_keys (submission_id);

insert into message_anchors (context_type, anchor, label) values ('form_submission', 'left', 'הטופס נשאר באמצע');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, position) values
  ('form.resume', 'טופס שנשאר באמצע, אחרי שעה, עם קישור להמשך', 'form_submission', 'left', 60, 'service', 'form_resume', 46);
insert into email_kinds (kind, tokens, has_link) values ('form_resume', '{businessName,firstName,formTitle}', true);
