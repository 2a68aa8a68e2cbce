-- Notes that the staff take of a client's meetings. A note has a private part and a draft of the shared one, and no client reads its row.
create table session_notes (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id) on delete cascade,
  -- Null: a meeting that was not booked.
  appointment_id uuid constraint meeting_has_note unique references appointments (id) on delete set null,
  held_on date not null,
  title text not null constraint note_title_length check (char_length(btrim(title)) between 1 and 80),
  private_md text not null default '' constraint private_note_length check (char_length(private_md) <= 20000),
  shared_md text not null default '' constraint shared_note_length check (char_length(shared_md) <= 20000),
  -- Decisions: [{"id", "text", "owner": "client" | "coach", "due_on", "task_id"}]. The task is there once it was made.
  steps jsonb not null default '[]',
  shared_with text not null default 'household' constraint note_shared_with_unknown check (shared_with in ('client', 'household')),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  is_demo boolean not null default false
);
create index session_notes_of_contact on session_notes (contact_id, held_on desc);
create index session_notes_created_by on session_notes (created_by);

-- What of a note was shared, as it was then: the row that clients read.
create table session_summaries (
  note_id uuid primary key references session_notes (id) on delete cascade,
  contact_id uuid not null references contacts (id) on delete cascade,
  held_on date not null,
  title text not null,
  body text not null default '',
  -- [{"text", "owner", "due_on"}]
  steps jsonb not null default '[]',
  shared_with text not null constraint summary_shared_with_unknown check (shared_with in ('client', 'household')),
  -- The first time, and the latest.
  shared_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_demo boolean not null default false
);
create index session_summaries_of_contact on session_summaries (contact_id, held_on desc);
alter table session_summaries replica identity full;
alter publication supabase_realtime add table session_summaries;

-- What a new note begins with.
create table session_agenda (
  id boolean primary key default true constraint only_one_agenda check (id),
  private_md text not null default E'- איך הם מגיעים לפגישה\n- מה עלה\n- מה לבדוק לפני הפגישה הבאה'
    constraint private_agenda_length check (char_length(private_md) <= 5000),
  shared_md text not null default E'**מה עשינו היום**\n\n**מה החלטנו**\n\n**לקראת הפגישה הבאה**'
    constraint shared_agenda_length check (char_length(shared_md) <= 5000),
  version integer not null default 1
);
insert into session_agenda default values;
