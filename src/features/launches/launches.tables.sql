-- Launches: a series of contents that opens by the server's clock, a cart with one window per participant, and who takes part.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('launches', 'launches', false, 500 * 1024 * 1024, array[
  'application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'image/png', 'image/jpeg', 'video/mp4', 'video/webm', 'text/vtt']);

create table launches (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint launch_title_length check (title = btrim(title) and char_length(title) between 2 and 120),
  -- A draft has no page. Between prelaunch and cart_closed the clock decides; the status only records what was announced.
  status text not null default 'draft' constraint unknown_launch_status check (
    status in ('draft', 'prelaunch', 'cart_open', 'cart_closed', 'ended', 'archived')),
  -- fixed: one window for all. evergreen: a window for each participant, written when they join.
  mode text not null default 'fixed' constraint unknown_launch_mode check (mode in ('fixed', 'evergreen')),
  tz text not null default 'Asia/Jerusalem',
  prelaunch_at timestamptz,
  cart_opens_at timestamptz,
  cart_closes_at timestamptz,
  cart_after_hours integer constraint cart_after_range check (cart_after_hours between 1 and 2160),
  cart_hours integer constraint cart_hours_range check (cart_hours between 1 and 720),
  cooldown_days integer not null default 90 constraint cooldown_range check (cooldown_days between 1 and 730),
  -- What the cart sells. The seats are those of the price.
  price_id uuid references prices (id) on delete set null,
  -- {"lead", "promises": [], "presenter": {"name", "about"}}
  landing jsonb not null default '{}' constraint launch_landing_is_object check (jsonb_typeof(landing) = 'object'),
  -- {"title", "text", "bonuses": [{"text", "until"}], "faq": [{"q", "a"}]}
  offer jsonb not null default '{}' constraint launch_offer_is_object check (jsonb_typeof(offer) = 'object'),
  comments_mode text not null default 'moderated' constraint unknown_comments_mode check (comments_mode in ('off', 'moderated', 'open')),
  -- The launch that this one was cloned from, for comparison.
  cloned_from_id uuid references launches (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  is_demo boolean not null default false,
  constraint launch_dates_in_order check (prelaunch_at < cart_opens_at and cart_opens_at < cart_closes_at),
  constraint launch_without_dates check (status in ('draft', 'archived') or prelaunch_at is not null and case mode
    when 'fixed' then num_nonnulls(cart_opens_at, cart_closes_at) = 2 else num_nonnulls(cart_after_hours, cart_hours) = 2 end),
  constraint evergreen_cart_is_relative check (mode = 'fixed' or num_nonnulls(cart_opens_at, cart_closes_at) = 0)
);
create index launches_of_price on launches (price_id);
create index launches_cloned_from on launches (cloned_from_id);

create table launch_contents (
  id uuid primary key default gen_random_uuid(),
  launch_id uuid not null references launches (id) on delete cascade,
  position integer not null,
  kind text not null default 'video' constraint unknown_content_kind check (kind in ('video', 'live', 'pdf', 'quiz', 'sales')),
  title text not null constraint content_title_length check (title = btrim(title) and char_length(title) between 2 and 120),
  body text not null default '' constraint content_body_length check (char_length(body) <= 6000),
  -- {"source": "file" | "youtube" | "vimeo" | "link", "ref", "seconds"}: read by the server alone, and given out once the content is open.
  video jsonb constraint content_video_is_object check (jsonb_typeof(video) = 'object'),
  worksheet_key uuid,
  worksheet_name text constraint worksheet_name_length check (char_length(worksheet_name) between 1 and 200),
  -- at: an instant. hours: after joining. day: a day after joining, at a time of the launch's zone. content: when another one is completed.
  release_kind text not null default 'at' constraint unknown_release check (release_kind in ('at', 'hours', 'day', 'content')),
  release_at timestamptz,
  release_hours integer constraint release_hours_range check (release_hours between 0 and 2160),
  release_day integer constraint release_day_range check (release_day between 0 and 90),
  release_time time constraint release_on_the_minute check (extract(second from release_time) = 0),
  release_after uuid,
  expires_at timestamptz,
  -- After it opened.
  expires_hours integer constraint expires_hours_range check (expires_hours between 1 and 2160),
  -- The contents behind it stay locked until it is completed.
  required_for_next boolean not null default false,
  version integer not null default 1,
  constraint content_position_taken unique (launch_id, position) deferrable initially deferred,
  constraint content_of_launch unique (launch_id, id),
  constraint release_after_another_launch foreign key (launch_id, release_after) references launch_contents (launch_id, id),
  constraint release_is_whole check (case release_kind
    when 'at' then release_at is not null when 'hours' then release_hours is not null
    when 'day' then num_nonnulls(release_day, release_time) = 2 else release_after is not null and release_after <> id end),
  constraint worksheet_is_whole check (num_nonnulls(worksheet_key, worksheet_name) in (0, 2))
);
create index launch_contents_after on launch_contents (launch_id, release_after);

create table launch_participants (
  id uuid primary key default gen_random_uuid(),
  launch_id uuid not null references launches (id) on delete cascade,
  contact_id uuid not null references contacts (id) on delete cascade,
  -- As typed. Mails go to this address.
  name text not null constraint participant_name_length check (char_length(name) between 1 and 120),
  email text not null constraint participant_address check (email = lower(btrim(email)) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  joined_at timestamptz not null default now(),
  status text not null default 'joined' constraint unknown_participant_status check (status in ('joined', 'active', 'buyer', 'lapsed', 'opted_out')),
  -- Of an evergreen launch, written at joining; of a fixed one only after an extension.
  cart_opens_at timestamptz,
  cart_closes_at timestamptz,
  extended_because text constraint extension_reason_length check (char_length(btrim(extended_because)) between 2 and 300),
  extended_by uuid references auth.users (id) on delete set null,
  order_id uuid references orders (id) on delete set null,
  privacy_text_id uuid references consent_texts (id),
  source_url text,
  utm jsonb not null default '{}' check (jsonb_typeof(utm) = 'object'),
  ip_trunc text,
  user_agent text,
  last_seen_at timestamptz,
  opted_out_at timestamptz,
  -- The last event of the cart that was emitted.
  announced text not null default 'joined' constraint unknown_announcement check (announced in ('joined', 'cart_opened', 'cart_closing')),
  version integer not null default 1,
  is_demo boolean not null default false,
  constraint already_participating unique (launch_id, contact_id),
  constraint participant_window_in_order check (cart_opens_at < cart_closes_at),
  constraint opted_out_has_its_time check ((status = 'opted_out') = (opted_out_at is not null))
);
create index launch_participants_of_contact on launch_participants (contact_id);
create index launch_participants_of_order on launch_participants (order_id);
create index launch_participants_newest on launch_participants (launch_id, joined_at desc);
create index launch_participants_to on launch_participants (email);
create index launch_participants_of_notice on launch_participants (privacy_text_id);

-- One row per participant and content, made at joining: when it opens, and what was watched.
create table launch_progress (
  id uuid primary key default gen_random_uuid(),
  participant_id uuid not null references launch_participants (id) on delete cascade,
  content_id uuid not null references launch_contents (id) on delete cascade,
  -- As the state function says; null while another content has to be completed first.
  opens_at timestamptz,
  first_open_at timestamptz,
  -- Seconds of the video that were played.
  segments int4multirange not null default '{}',
  max_position_s integer not null default 0 constraint position_range check (max_position_s between 0 and 86400),
  -- When the event of its opening was emitted.
  announced_at timestamptz,
  completed_at timestamptz,
  constraint progress_already_recorded unique (participant_id, content_id)
);
create index launch_progress_of_content on launch_progress (content_id);
create index launch_progress_to_announce on launch_progress (opens_at) where announced_at is null;

-- Keys of mailed links: one per mail, used any number of times. Only the hashes are stored.
create table launch_tokens (
  id uuid primary key default gen_random_uuid(),
  participant_id uuid not null references launch_participants (id) on delete cascade,
  token_hash text not null constraint launch_token_taken unique constraint launch_token_hash_form check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  first_used_at timestamptz,
  used_count integer not null default 0
);
create index launch_tokens_of_participant on launch_tokens (participant_id);

-- Browsers that opened a page with a key. Written by a beacon of the page, which scanners do not run.
create table launch_devices (
  participant_id uuid not null references launch_participants (id) on delete cascade,
  device_hash text not null constraint device_hash_form check (device_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  -- By a mailed code, once the number of devices is above the limit.
  verified_at timestamptz,
  primary key (participant_id, device_hash)
);

-- A mail with a link or a code that a participant asked for. The code is made when the mail is rendered.
create table launch_requests (
  id uuid primary key default gen_random_uuid(),
  participant_id uuid not null references launch_participants (id) on delete cascade,
  kind text not null constraint unknown_launch_request check (kind in ('link', 'code')),
  device_hash text,
  code_hash text,
  tries integer not null default 0 constraint code_tries_range check (tries between 0 and 5),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint code_is_for_a_device check ((kind = 'code') = (device_hash is not null))
);
create index launch_requests_of_participant on launch_requests (participant_id, created_at desc);

create table launch_comments (
  id uuid primary key default gen_random_uuid(),
  content_id uuid not null references launch_contents (id) on delete cascade,
  participant_id uuid references launch_participants (id) on delete cascade,
  -- Of an answer by staff.
  user_id uuid references auth.users (id) on delete set null,
  shown_name text not null constraint comment_name_length check (char_length(shown_name) between 1 and 60),
  body text not null constraint comment_length check (body = btrim(body) and char_length(body) between 1 and 1500),
  status text not null default 'pending' constraint unknown_comment_status check (status in ('pending', 'visible', 'hidden')),
  parent_id uuid references launch_comments (id) on delete cascade,
  pinned boolean not null default false,
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create index launch_comments_of_content on launch_comments (content_id, created_at desc);
create index launch_comments_of_participant on launch_comments (participant_id);
create index launch_comments_below on launch_comments (parent_id);
create index launch_comments_waiting on launch_comments (created_at) where status = 'pending';

-- Before the series begins, and after the cart closed.
create table launch_waitlist (
  id uuid primary key default gen_random_uuid(),
  launch_id uuid not null references launches (id) on delete cascade,
  contact_id uuid not null references contacts (id) on delete cascade,
  privacy_text_id uuid references consent_texts (id),
  source_url text,
  created_at timestamptz not null default now(),
  constraint already_on_launch_waitlist unique (launch_id, contact_id)
);
create index launch_waitlist_of_contact on launch_waitlist (contact_id);
create index launch_waitlist_of_notice on launch_waitlist (privacy_text_id);

-- Each move of a launch: by the clock, or by staff.
create table launch_moves (
  id uuid primary key default gen_random_uuid(),
  launch_id uuid not null references launches (id) on delete cascade,
  from_status text not null,
  to_status text not null,
  moved_by uuid default auth.uid() references auth.users (id) on delete set null,
  moved_at timestamptz not null default clock_timestamp()
);
create index launch_moves_of_launch on launch_moves (launch_id, moved_at);

insert into message_contexts (type, label) values
  ('launch_participant', 'השקה'), ('launch_content', 'שיעור בהשקה'), ('launch_request', 'קישור או קוד להשקה');
insert into message_anchors (context_type, anchor, label) values
  ('launch_participant', 'joined', 'ההצטרפות'), ('launch_participant', 'cart_opens', 'פתיחת ההרשמה'),
  ('launch_participant', 'cart_middle', 'אמצע ההרשמה'), ('launch_participant', 'cart_closes', 'סגירת ההרשמה'),
  ('launch_participant', 'cart_closed', 'אחרי סגירת ההרשמה'),
  ('launch_content', 'released', 'השיעור נפתח'), ('launch_content', 'not_watched', 'השיעור נפתח ועוד לא נצפה'),
  ('launch_request', 'link', 'בקשת קישור'), ('launch_request', 'code', 'בקשת קוד');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, expires_after_minutes, repeats_when_moved, sends_late, position) values
  ('launch.welcome', 'הצטרפות להשקה, עם השיעור הראשון', 'launch_participant', 'joined', 0, 'transactional', 'launch_welcome', null, false, true, 60),
  ('launch.released', 'שיעור חדש נפתח', 'launch_content', 'released', 0, 'service', 'launch_release', 2880, true, false, 61),
  ('launch.nudge', 'תזכורת אחת על שיעור שלא נצפה', 'launch_content', 'not_watched', 1440, 'service', 'launch_nudge', 2880, false, false, 62),
  ('launch.cart_open', 'ההרשמה נפתחה', 'launch_participant', 'cart_opens', 0, 'marketing', 'launch_cart_open', null, true, true, 63),
  ('launch.cart_middle', 'אמצע ההרשמה', 'launch_participant', 'cart_middle', 0, 'marketing', 'launch_cart_middle', null, true, false, 64),
  ('launch.cart_day', 'יום לסגירת ההרשמה', 'launch_participant', 'cart_closes', -1440, 'marketing', 'launch_cart_day', null, true, false, 65),
  ('launch.cart_hours', 'שלוש שעות לסגירת ההרשמה', 'launch_participant', 'cart_closes', -180, 'marketing', 'launch_cart_hours', null, true, false, 66),
  ('launch.cart_closed', 'ההרשמה נסגרה', 'launch_participant', 'cart_closed', 5, 'marketing', 'launch_cart_closed', 4320, true, false, 67),
  ('launch.link', 'קישור חדש להשקה', 'launch_request', 'link', 0, 'transactional', 'launch_link', 1440, false, false, 68),
  ('launch.code', 'קוד למכשיר נוסף', 'launch_request', 'code', 0, 'transactional', 'launch_code', 30, false, false, 69);
insert into email_kinds (kind, tokens, has_link) values
  ('launch_welcome', '{businessName,firstName,launchTitle,contentTitle}', true),
  ('launch_release', '{businessName,firstName,launchTitle,contentTitle}', true),
  ('launch_nudge', '{businessName,firstName,launchTitle,contentTitle}', true),
  ('launch_link', '{businessName,firstName,launchTitle}', true),
  ('launch_code', '{businessName,firstName,launchTitle,accessCode}', false);
