-- Conversations of clients and staff in the portal. `messages` is the log of what was sent; these are threads.
create table threads (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id) on delete cascade,
  -- Of a thread that both partners read; null: private to its contact.
  household_id uuid references households (id) on delete cascade,
  last_message_at timestamptz,
  -- The last side that wrote, so that the inbox knows whom it waits for.
  last_author text constraint unknown_last_author check (last_author in ('client', 'staff')),
  created_at timestamptz not null default now(),
  is_demo boolean not null default false
);
create unique index thread_of_household on threads (household_id) where household_id is not null;
create unique index thread_of_contact on threads (contact_id) where household_id is null;
create index threads_of_contact on threads (contact_id);
create index threads_latest on threads (last_message_at desc nulls last, id);

create table thread_messages (
  id uuid primary key default gen_random_uuid(),
  thread_id uuid not null references threads (id) on delete cascade,
  author_id uuid references auth.users (id) on delete set null,
  author_kind text not null constraint unknown_author_kind check (author_kind in ('client', 'staff')),
  -- Of a client, so that the name outlives the account.
  contact_id uuid references contacts (id) on delete set null,
  body text not null constraint thread_message_length check (char_length(btrim(body)) between 1 and 5000),
  file_id uuid references files (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  is_demo boolean not null default false
);
create index thread_messages_in_order on thread_messages (thread_id, created_at, id);
create index thread_messages_author_id on thread_messages (author_id);
create index thread_messages_contact_id on thread_messages (contact_id);
create index thread_messages_file_id on thread_messages (file_id);

-- How far each person has read.
create table thread_reads (
  thread_id uuid not null references threads (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  read_at timestamptz not null,
  primary key (thread_id, user_id)
);
create index thread_reads_user_id on thread_reads (user_id);

alter table threads replica identity full;
alter table thread_messages replica identity full;
alter publication supabase_realtime add table threads, thread_messages;

-- Mail about unread messages: ten minutes after the first of them, one mail for all.
insert into message_contexts (type, label) values ('thread', 'הודעות באזור האישי');
insert into message_anchors (context_type, anchor, label) values ('thread', 'unread', 'הודעה שעוד לא נקראה');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, repeats_when_moved, position) values
  ('thread.unread', 'הודעה חדשה באזור האישי', 'thread', 'unread', 10, 'service', 'portal_message', true, 25);
insert into email_kinds (kind, tokens, has_link) values ('portal_message', '{businessName,firstName}', true);
