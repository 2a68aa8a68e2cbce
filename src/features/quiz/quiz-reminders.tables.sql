-- Reminders of the quiz: of an attempt that its visitor left, and of an invitation that the partner did not answer.

-- The address of a visitor who asked for a link to continue. Deleted with the result: it serves nothing else.
create table quiz_reminders (
  attempt_id uuid primary key references quiz_attempts (id) on delete cascade,
  email text not null constraint reminded_address check (email = lower(btrim(email))),
  created_at timestamptz not null default now()
);
create index quiz_reminders_to on quiz_reminders (email);

-- The keys of mailed links: to the questions of an attempt, or to the invitation that it made.
create table quiz_mailed_keys (
  key_hash text primary key constraint mailed_key_hash_invalid check (key_hash ~ '^[0-9a-f]{64}$'),
  attempt_id uuid not null references quiz_attempts (id) on delete cascade,
  opens text not null constraint unknown_use_of_key check (opens in ('questions', 'invitation')),
  created_at timestamptz not null default now()
);
create index quiz_mailed_keys_of_attempt on quiz_mailed_keys (attempt_id);

-- Asked for with the invitation.
alter table quiz_attempts add column reminds_partner boolean not null default false
  constraint reminder_without_invitation check (not reminds_partner or invite_hash is not null);

insert into message_anchors (context_type, anchor, label) values
  ('quiz_attempt', 'left', 'השאלון נשאר באמצע'), ('quiz_attempt', 'invited', 'הזמנה של הצד השני בבית');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, position) values
  ('quiz.resume', 'שאלון שנשאר באמצע, אחרי שלוש שעות, עם קישור להמשך', 'quiz_attempt', 'left', 180, 'service', 'quiz_resume', 54),
  ('quiz.partner', 'תזכורת לצד השני בבית, שלושה ימים אחרי הזמנה שלא נענתה', 'quiz_attempt', 'invited', 4320, 'marketing', 'quiz_partner', 57);
insert into email_kinds (kind, tokens, has_link) values ('quiz_resume', '{businessName}', true);
