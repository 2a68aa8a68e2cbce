-- Changes of a sent form by the one who sent it, where the owner allows them.
alter table forms add column allows_changes boolean not null default false;
alter table form_submissions
  add column change_count integer not null default 0,
  add column changed_at timestamptz,
  add constraint changed_without_time check ((change_count > 0) = (changed_at is not null)),
  add constraint unsent_change check (change_count = 0 or status <> 'partial');

-- The answers that a change replaced.
create table form_former_answers (
  submission_id uuid not null references form_submissions (id) on delete cascade,
  -- The change that replaced them.
  number integer not null constraint former_answers_number check (number > 0),
  -- Without the sensitive ones.
  answers jsonb not null constraint former_answers_are_an_object check (jsonb_typeof(answers) = 'object'),
  given_at timestamptz not null,
  replaced_at timestamptz not null default now(),
  -- The sensitive ones; null without any.
  sealed bytea,
  primary key (submission_id, number)
);

-- A change that is not sent yet, sealed as a whole.
create table form_change_drafts (
  submission_id uuid primary key references form_submissions (id) on delete cascade,
  sealed bytea not null,
  page_key text,
  revision integer not null,
  saved_at timestamptz not null default now()
);
