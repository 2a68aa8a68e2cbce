-- The quiz: definition in versions, attempts of visitors, and the links of results.
create table quizzes (
  id uuid primary key default gen_random_uuid(),
  -- The address of its first page.
  slug text not null constraint quiz_address_taken unique constraint quiz_address_form check (slug ~ '^[a-z][a-z0-9_-]{1,59}$'),
  title text not null constraint quiz_title_length check (title = btrim(title) and char_length(title) between 2 and 120),
  status text not null default 'published' constraint unknown_quiz_status check (status in ('published', 'paused')),
  -- Null until the first version.
  current_version integer,
  version integer not null default 1
);
insert into quizzes (slug, title) values ('financial_stage', 'שאלון השלב הכלכלי');

-- Immutable: an attempt has the version that it began with.
create table quiz_versions (
  quiz_id uuid not null references quizzes (id) on delete cascade,
  number integer not null,
  definition jsonb not null,
  published_at timestamptz not null default now(),
  published_by uuid references auth.users (id) on delete set null,
  primary key (quiz_id, number)
);
create index quiz_versions_published_by on quiz_versions (published_by);

-- What follows for a contact who reaches a stage.
create table quiz_stage_actions (
  quiz_id uuid not null references quizzes (id) on delete cascade,
  stage integer not null constraint quiz_stage_range check (stage between 1 and 9),
  tag_id uuid references tags (id) on delete set null,
  automation_id uuid references automations (id) on delete set null,
  opens_opportunity boolean not null default false,
  -- The name of a task for the owner of the contact.
  task text constraint quiz_task_length check (task = btrim(task) and char_length(task) between 2 and 120),
  version integer not null default 1,
  primary key (quiz_id, stage)
);
create index quiz_stage_actions_tag on quiz_stage_actions (tag_id);
create index quiz_stage_actions_automation on quiz_stage_actions (automation_id);
insert into quiz_stage_actions (quiz_id, stage) select q.id, s from quizzes q, generate_series(1, 5) s;

create table quiz_attempts (
  id uuid primary key default gen_random_uuid(),
  quiz_id uuid not null,
  quiz_version integer not null,
  -- Hash of the key in the visitor's cookie.
  key_hash text not null constraint already_attempted unique constraint key_hash_invalid check (key_hash ~ '^[0-9a-f]{64}$'),
  status text not null default 'started'
    constraint unknown_attempt_status check (status in ('started', 'answered', 'gated', 'completed', 'viewed', 'abandoned')),
  -- The number of questions that were answered or skipped in order: where visitors leave.
  reached integer not null default 0 constraint reached_range check (reached between 0 and 40),
  -- The attempt that this one repeats, and the one that invited to it.
  previous_id uuid references quiz_attempts (id) on delete set null,
  partner_id uuid constraint already_answered_by_partner unique references quiz_attempts (id) on delete set null
    constraint partner_of_itself check (partner_id <> id),
  -- Null until details are left.
  contact_id uuid references contacts (id) on delete cascade,
  opportunity_id uuid references opportunities (id) on delete set null,
  answered integer not null default 0,
  score integer constraint quiz_score_range check (score between 0 and 40),
  dimensions jsonb not null default '{}' constraint dimensions_are_an_object check (jsonb_typeof(dimensions) = 'object'),
  stage integer,
  rules text[] not null default '{}',
  -- With all texts as they were shown.
  result jsonb constraint quiz_result_is_an_object check (jsonb_typeof(result) = 'object'),
  -- The partner may see the levels. Both must agree.
  shares_levels_at timestamptz,
  invite_hash text constraint invitation_taken unique,
  invite_expires_at timestamptz,
  -- As they were typed: a form never changes contact data.
  name text,
  email text constraint quiz_address check (email = lower(btrim(email))),
  privacy_text_id uuid references consent_texts (id),
  utm jsonb not null default '{}' constraint utm_invalid check (jsonb_typeof(utm) = 'object'),
  source_url text,
  ip_trunc text,
  user_agent text,
  started_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  completed_at timestamptz,
  viewed_at timestamptz,
  is_demo boolean not null default false,
  constraint attempt_of_unknown_version foreign key (quiz_id, quiz_version) references quiz_versions (quiz_id, number) on delete cascade,
  constraint completed_with_result check ((status in ('completed', 'viewed')) = (num_nonnulls(result, completed_at) = 2)),
  constraint result_is_whole check (num_nonnulls(result, completed_at) in (0, 2)),
  constraint viewed_when_completed check ((status = 'viewed') = (viewed_at is not null)),
  constraint contact_without_result check (contact_id is null or result is not null),
  constraint invitation_is_whole check (num_nonnulls(invite_hash, invite_expires_at) in (0, 2))
);
create index quiz_attempts_of_quiz on quiz_attempts (quiz_id, completed_at desc);
create index quiz_attempts_version on quiz_attempts (quiz_id, quiz_version);
create index quiz_attempts_of_contact on quiz_attempts (contact_id, completed_at desc);
create index quiz_attempts_of_opportunity on quiz_attempts (opportunity_id);
create index quiz_attempts_previous on quiz_attempts (previous_id);
create index quiz_attempts_idle on quiz_attempts (last_at) where result is null;

create table quiz_sealed_answers (
  attempt_id uuid primary key references quiz_attempts (id) on delete cascade,
  sealed bytea not null
);

-- The keys of result pages: of the browser that answered, and of each mail.
create table quiz_result_links (
  token_hash text primary key constraint token_hash_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  attempt_id uuid not null references quiz_attempts (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '12 months',
  revoked_at timestamptz
);
create index quiz_result_links_of_attempt on quiz_result_links (attempt_id);

-- One row per mail with a result.
create table quiz_deliveries (
  id uuid primary key default gen_random_uuid(),
  attempt_id uuid not null references quiz_attempts (id) on delete cascade,
  email text not null,
  created_at timestamptz not null default now()
);
create index quiz_deliveries_of_attempt on quiz_deliveries (attempt_id, created_at desc);
create index quiz_deliveries_to on quiz_deliveries (email, created_at desc);

insert into message_contexts (type, label) values ('quiz_delivery', 'תוצאה של שאלון');
insert into message_anchors (context_type, anchor, label) values ('quiz_delivery', 'requested', 'בקשת התוצאה');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, position) values
  ('quiz.result', 'תוצאת השאלון, עם הקישור', 'quiz_delivery', 'requested', 0, 'transactional', 'quiz_result', 55);
insert into message_rules (key, name, context_type, anchor, recipients, channel, purpose, template_key, position) values
  ('staff.quiz', 'מילאו את השאלון והשאירו פרטים', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'quiz.completed', 116);
insert into email_kinds (kind, tokens, has_link) values ('quiz_result', '{businessName,firstName,quizStage}', true);
