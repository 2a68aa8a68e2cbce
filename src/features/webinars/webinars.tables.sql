-- Webinars: live, automated by the clock, or on demand. A session is one date of a webinar; a registration is one address at a session.
create table webinars (
  id uuid primary key default gen_random_uuid(),
  slug text not null constraint webinar_slug_taken unique
    constraint webinar_slug_form check (char_length(slug) between 2 and 60 and slug ~ '^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$' and slug <> 'watch'),
  title text not null constraint webinar_title_length check (title = btrim(title) and char_length(title) between 2 and 100),
  subtitle text not null default '' constraint webinar_subtitle_length check (char_length(subtitle) <= 300),
  takeaways text[] not null default '{}' constraint webinar_takeaways_count check (cardinality(takeaways) <= 7),
  presenter text not null default '' constraint webinar_presenter_length check (char_length(presenter) <= 80),
  presenter_about text not null default '' constraint webinar_about_length check (char_length(presenter_about) <= 600),
  -- live: a host starts it; automated: a recording by the clock; on_demand: a recording at any time, without sessions.
  kind text not null default 'live' constraint unknown_webinar_kind check (kind in ('live', 'automated', 'on_demand')),
  status text not null default 'draft' constraint unknown_webinar_status check (status in ('draft', 'published', 'archived')),
  duration_minutes integer not null default 60 constraint webinar_duration_range check (duration_minutes between 5 and 480),
  lobby_minutes integer not null default 30 constraint webinar_lobby_range check (lobby_minutes between 5 and 1440),
  -- {provider, ref}: of the broadcast, and of the recording.
  stream jsonb constraint webinar_stream_form check (stream ?& array['provider', 'ref']),
  recording jsonb constraint webinar_recording_form check (recording ?& array['provider', 'ref']),
  captions_url text constraint webinar_captions_form check (captions_url ~ '^/[^/]' and char_length(captions_url) <= 500),
  -- [{at, title}], in seconds.
  chapters jsonb not null default '[]' constraint webinar_chapters_form check (jsonb_typeof(chapters) = 'array'),
  -- What was said so far, for viewers who join late; after the end, what it was about.
  recap text not null default '' constraint webinar_recap_length check (char_length(recap) <= 3000),
  replay_enabled boolean not null default true,
  replay_hours integer not null default 48 constraint webinar_replay_range check (replay_hours between 1 and 8760),
  offer_product_id uuid references products (id) on delete set null,
  template_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  is_demo boolean not null default false,
  constraint webinar_without_video check (status <> 'published' or kind = 'live' or recording is not null)
);
create index webinars_with_offer on webinars (offer_product_id);

-- Templates: what of a webinar is copied into a new one. Versions are final.
create table webinar_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint webinar_template_name_length check (name = btrim(name) and char_length(name) between 2 and 80),
  about text not null default '' constraint webinar_template_about_length check (char_length(about) <= 300),
  definition jsonb not null constraint webinar_template_form check (jsonb_typeof(definition) = 'object'),
  number integer not null default 1,
  is_system boolean not null default false,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  is_demo boolean not null default false
);
alter table webinars add constraint webinar_of_template foreign key (template_id) references webinar_templates (id) on delete set null;
create index webinars_of_template on webinars (template_id);

create table webinar_sessions (
  id uuid primary key default gen_random_uuid(),
  webinar_id uuid not null references webinars (id) on delete cascade,
  starts_at timestamptz not null,
  -- Written by the scheduler and the host, see move_webinar_session.
  status text not null default 'scheduled' constraint unknown_webinar_session_status
    check (status in ('scheduled', 'lobby', 'live', 'ended', 'replay', 'closed', 'cancelled')),
  capacity integer constraint webinar_capacity_range check (capacity between 1 and 100000),
  started_at timestamptz,
  ended_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text constraint webinar_reason_length check (char_length(cancel_reason) <= 300),
  replay_until timestamptz,
  -- Attendance is final.
  settled_at timestamptz,
  -- The stream failed: the room says so and links to the provider.
  stream_down_at timestamptz,
  host_id uuid references auth.users (id) on delete set null,
  moved_at timestamptz,
  ical_sequence integer not null default 0,
  peak integer not null default 0,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  is_demo boolean not null default false,
  constraint webinar_time_taken unique (webinar_id, starts_at),
  constraint webinar_started check (status not in ('live', 'replay') or started_at is not null),
  constraint webinar_ended check (status not in ('ended', 'replay', 'closed') or ended_at is not null),
  constraint webinar_cancelled check ((status = 'cancelled') = (cancelled_at is not null))
);
create index webinar_sessions_by_time on webinar_sessions (starts_at);
create index webinar_sessions_open on webinar_sessions (status) where status not in ('closed', 'cancelled');
create index webinar_sessions_of_host on webinar_sessions (host_id);

create table webinar_registrations (
  id uuid primary key default gen_random_uuid(),
  webinar_id uuid not null references webinars (id) on delete cascade,
  -- Null: on demand.
  session_id uuid references webinar_sessions (id) on delete cascade,
  contact_id uuid not null references contacts (id) on delete cascade,
  -- As it was typed: a form never changes contact data.
  name text not null constraint webinar_name_length check (char_length(name) between 1 and 120),
  email text not null constraint webinar_address check (email = lower(btrim(email)) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  phone text,
  client_zone text not null default 'Asia/Jerusalem' constraint webinar_zone_length check (char_length(client_zone) <= 60),
  state text not null default 'registered' constraint unknown_registration_state
    check (state in ('registered', 'joined', 'left_early', 'stayed', 'missed', 'replay', 'cancelled')),
  registered_at timestamptz not null default now(),
  -- The session was moved, or the registration to another session.
  moved_at timestamptz,
  joined_at timestamptz,
  last_seen_at timestamptz,
  -- Seconds of the video that were watched, at least once.
  watched int4multirange not null default '{}',
  watched_seconds integer not null default 0 constraint watched_seconds_range check (watched_seconds >= 0),
  max_position integer not null default 0,
  offer_clicked_at timestamptz,
  muted_at timestamptz,
  ejected_at timestamptz,
  -- On the thank-you page: what they want to know.
  wish text constraint webinar_wish_length check (char_length(wish) <= 500),
  privacy_text_id uuid references consent_texts (id),
  utm jsonb not null default '{}' check (jsonb_typeof(utm) = 'object'),
  source_url text,
  ip_trunc text,
  user_agent text,
  is_demo boolean not null default false,
  constraint webinar_already_registered unique nulls not distinct (webinar_id, session_id, email)
);
create index webinar_registrations_of_contact on webinar_registrations (contact_id);
create index webinar_registrations_of_session on webinar_registrations (session_id, state);
create index webinar_registrations_present on webinar_registrations (session_id, last_seen_at) where last_seen_at is not null;
create index webinar_registrations_to on webinar_registrations (email);

-- Keys of links: one per mail and per thank-you page. Each opens the registration, wherever it was moved.
create table webinar_links (
  token_hash text primary key constraint token_hash_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  registration_id uuid not null references webinar_registrations (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index webinar_links_of_registration on webinar_links (registration_id);

-- An invitation to one webinar. Of staff to a contact, or by a registrant to a friend, whose details are not stored.
create table webinar_invites (
  token_hash text primary key constraint token_hash_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  webinar_id uuid not null references webinars (id) on delete cascade,
  contact_id uuid references contacts (id) on delete cascade,
  email text,
  invited_by text not null constraint webinar_inviter_length check (char_length(invited_by) between 1 and 120),
  registration_id uuid references webinar_registrations (id) on delete cascade,
  declined_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint webinar_invite_is_whole check (num_nonnulls(contact_id, email) in (0, 2))
);
create index webinar_invites_of_webinar on webinar_invites (webinar_id);
create index webinar_invites_of_contact on webinar_invites (contact_id);
create index webinar_invites_of_registration on webinar_invites (registration_id);

-- Chat, questions, answers and announcements. Delivered by broadcast, and read again after a reconnect.
create table webinar_messages (
  id uuid primary key default gen_random_uuid(),
  webinar_id uuid not null references webinars (id) on delete cascade,
  session_id uuid references webinar_sessions (id) on delete cascade,
  registration_id uuid references webinar_registrations (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  author text not null constraint webinar_author_length check (char_length(author) between 1 and 120),
  kind text not null constraint unknown_webinar_message check (kind in ('chat', 'question', 'answer', 'announcement')),
  -- private: to one registrant.
  visibility text not null default 'all' constraint unknown_webinar_visibility check (visibility in ('all', 'private')),
  status text not null default 'visible' constraint unknown_message_state check (status in ('visible', 'hidden')),
  body text not null constraint webinar_message_length check (body = btrim(body) and char_length(body) between 1 and 1000),
  position_s integer not null default 0,
  reply_to uuid references webinar_messages (id) on delete cascade,
  answered_at timestamptz,
  votes integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  is_demo boolean not null default false,
  constraint webinar_message_has_author check (registration_id is null or user_id is null),
  constraint answers_reply check ((kind = 'answer') = (reply_to is not null))
);
create index webinar_messages_of_session on webinar_messages (session_id, created_at);
create index webinar_messages_of_webinar on webinar_messages (webinar_id, created_at);
create index webinar_messages_of_registration on webinar_messages (registration_id, created_at);
create index webinar_messages_of_user on webinar_messages (user_id);
create index webinar_replies on webinar_messages (reply_to);

create table webinar_votes (
  message_id uuid not null references webinar_messages (id) on delete cascade,
  registration_id uuid not null references webinar_registrations (id) on delete cascade,
  primary key (message_id, registration_id)
);
create index webinar_votes_of_registration on webinar_votes (registration_id);

-- What appears in the room: at a second of the video, or when the host opens it.
create table webinar_interactions (
  id uuid primary key default gen_random_uuid(),
  webinar_id uuid not null references webinars (id) on delete cascade,
  kind text not null constraint unknown_interaction check (kind in ('offer', 'poll', 'handout', 'announcement')),
  title text not null constraint interaction_title_length check (title = btrim(title) and char_length(title) between 1 and 160),
  body text not null default '' constraint interaction_body_length check (char_length(body) <= 600),
  -- Of a poll.
  choices text[] not null default '{}' constraint interaction_choices_count check (cardinality(choices) <= 8),
  -- Of an offer or a handout.
  link text constraint interaction_link_form check (link ~ '^(/[^/]|https://)' and char_length(link) <= 500),
  -- Seconds from the start; null: by the host.
  at_second integer constraint interaction_second_range check (at_second between 0 and 28800),
  open_seconds integer not null default 600 constraint interaction_open_range check (open_seconds between 10 and 604800),
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  constraint poll_has_choices check (kind <> 'poll' or cardinality(choices) >= 2),
  constraint offer_has_link check (kind not in ('offer', 'handout') or link is not null)
);
create index webinar_interactions_of_webinar on webinar_interactions (webinar_id, at_second);

-- When an interaction is open in a session, by the clock of the server.
create table webinar_openings (
  session_id uuid not null references webinar_sessions (id) on delete cascade,
  interaction_id uuid not null references webinar_interactions (id) on delete cascade,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  primary key (session_id, interaction_id),
  constraint opening_order check (closes_at >= opens_at)
);
create index webinar_openings_of_interaction on webinar_openings (interaction_id);

create table webinar_answers (
  interaction_id uuid not null references webinar_interactions (id) on delete cascade,
  registration_id uuid not null references webinar_registrations (id) on delete cascade,
  kind text not null constraint unknown_answer check (kind in ('clicked', 'answered')),
  choice integer constraint answer_choice_range check (choice between 0 and 7),
  at timestamptz not null default now(),
  primary key (interaction_id, registration_id, kind)
);
create index webinar_answers_of_registration on webinar_answers (registration_id);

-- One open player. `last_seq` makes a repeated heartbeat harmless.
create table webinar_views (
  id uuid primary key,
  registration_id uuid not null references webinar_registrations (id) on delete cascade,
  kind text not null constraint unknown_view_kind check (kind in ('live', 'sim', 'replay')),
  started_at timestamptz not null default now(),
  last_seq integer not null default 0,
  last_position integer not null default 0,
  last_at timestamptz not null default now()
);
create index webinar_views_of_registration on webinar_views (registration_id);

insert into message_contexts (type, label) values ('webinar_registration', 'הדרכה מקוונת');
insert into message_anchors (context_type, anchor, label) values
  ('webinar_registration', 'registered', 'ההרשמה'), ('webinar_registration', 'registered_late', 'הרשמה אחרי המפגש'),
  ('webinar_registration', 'moved', 'שינוי מועד'), ('webinar_registration', 'starts', 'תחילת המפגש'),
  ('webinar_registration', 'not_in', 'המפגש התחיל בלעדיהם'), ('webinar_registration', 'bought', 'סוף המפגש, ורכשו'),
  ('webinar_registration', 'stayed', 'סוף המפגש, ונשארו'), ('webinar_registration', 'left_early', 'סוף המפגש, ויצאו מוקדם'),
  ('webinar_registration', 'missed', 'סוף המפגש, ולא הגיעו'), ('webinar_registration', 'replay_ends', 'סוף ההקלטה'),
  ('webinar_registration', 'cancelled', 'ביטול המפגש');
insert into message_rules (key, name, context_type, anchor, offset_minutes, recipients, purpose, template_key, repeats_when_moved, position) values
  ('webinar.confirmation', 'אישור הרשמה להדרכה, עם קובץ ליומן', 'webinar_registration', 'registered', 0, 'contact', 'transactional', 'webinar_confirmation', false, 60),
  ('webinar.catch_up', 'הרשמה אחרי המפגש, עם ההקלטה', 'webinar_registration', 'registered_late', 0, 'contact', 'transactional', 'webinar_catch_up', false, 61),
  ('webinar.moved', 'מועד ההדרכה השתנה, עם קובץ ליומן', 'webinar_registration', 'moved', 0, 'contact', 'transactional', 'webinar_moved', true, 62),
  ('webinar.reminder_day', 'תזכורת יום לפני הדרכה', 'webinar_registration', 'starts', -1440, 'contact', 'transactional', 'webinar_reminder_day', true, 63),
  ('webinar.reminder_hour', 'תזכורת שעה לפני הדרכה', 'webinar_registration', 'starts', -60, 'contact', 'transactional', 'webinar_reminder_hour', true, 64),
  ('webinar.opening', 'פותחים בעוד עשר דקות', 'webinar_registration', 'starts', -10, 'contact', 'transactional', 'webinar_opening', true, 65),
  ('webinar.started', 'התחלנו, למי שעוד לא נכנסו', 'webinar_registration', 'not_in', 0, 'contact', 'transactional', 'webinar_started', false, 66),
  ('webinar.bought', 'אחרי הדרכה: רכשו', 'webinar_registration', 'bought', 60, 'contact', 'service', 'webinar_bought', false, 67),
  ('webinar.stayed', 'אחרי הדרכה: נשארו עד הסוף', 'webinar_registration', 'stayed', 60, 'contact', 'service', 'webinar_stayed', false, 68),
  ('webinar.left_early', 'אחרי הדרכה: יצאו מוקדם', 'webinar_registration', 'left_early', 60, 'contact', 'service', 'webinar_left_early', false, 69),
  ('webinar.missed', 'אחרי הדרכה: לא הגיעו', 'webinar_registration', 'missed', 60, 'contact', 'service', 'webinar_missed', false, 70),
  ('webinar.replay_day', 'ההקלטה תרד בעוד יום', 'webinar_registration', 'replay_ends', -1440, 'contact', 'service', 'webinar_replay_ending', false, 71),
  ('webinar.replay_hours', 'ההקלטה תרד בעוד ארבע שעות', 'webinar_registration', 'replay_ends', -240, 'contact', 'service', 'webinar_replay_ending', false, 72),
  ('webinar.cancelled', 'ההדרכה בוטלה', 'webinar_registration', 'cancelled', 0, 'contact', 'transactional', 'webinar_cancelled', false, 73);
insert into message_rules (key, name, context_type, anchor, recipients, channel, purpose, template_key, position) values
  ('staff.webinar_question', 'שאלה חדשה בהדרכה מוקלטת', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'webinar.question_asked', 190);
insert into email_kinds (kind, tokens, has_link) values
  ('webinar_confirmation', '{businessName,firstName,webinarTitle,meetingDate,meetingTime,timeZone,duration}', true),
  ('webinar_catch_up', '{businessName,firstName,webinarTitle,replayUntil}', true),
  ('webinar_moved', '{businessName,firstName,webinarTitle,meetingDate,meetingTime,timeZone,duration}', true),
  ('webinar_reminder_day', '{businessName,firstName,webinarTitle,meetingDate,meetingTime,timeZone}', true),
  ('webinar_reminder_hour', '{businessName,firstName,webinarTitle,meetingTime,timeZone}', true),
  ('webinar_opening', '{businessName,firstName,webinarTitle}', true),
  ('webinar_started', '{businessName,firstName,webinarTitle}', true),
  ('webinar_bought', '{businessName,firstName,webinarTitle}', true),
  ('webinar_stayed', '{businessName,firstName,webinarTitle,replayUntil}', true),
  ('webinar_left_early', '{businessName,firstName,webinarTitle,replayUntil}', true),
  ('webinar_missed', '{businessName,firstName,webinarTitle,replayUntil}', true),
  ('webinar_replay_ending', '{businessName,firstName,webinarTitle,replayUntil}', true),
  ('webinar_cancelled', '{businessName,firstName,webinarTitle,meetingDate,meetingTime,timeZone}', true);
