-- Appointment types, appointments, their attendees and short holds of a slot.
create table appointment_types (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references booking_hosts (user_id) on delete cascade,
  slug text not null constraint type_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) between 2 and 60),
  title text not null constraint type_title_length check (char_length(btrim(title)) between 1 and 80),
  description text not null default '' constraint type_description_length check (char_length(description) <= 1000),
  -- Minutes.
  durations integer[] not null default '{30}' constraint durations_invalid
    check (cardinality(durations) between 1 and 6 and 5 <= all (durations) and 480 >= all (durations)),
  default_duration integer not null default 30,
  location_kind text not null default 'phone_host_calls' constraint unknown_location_kind
    check (location_kind in ('meet', 'zoom', 'phone_host_calls', 'phone_client_calls', 'in_person', 'whatsapp')),
  -- The address of the video room or place, or the number to call.
  location_value text not null default '' constraint type_location_length check (char_length(location_value) <= 300),
  color text not null default 'sage' constraint unknown_type_color check (color in ('sage', 'sky', 'sand', 'rose', 'plum', 'slate')),
  price_agorot integer constraint type_price_range check (price_agorot between 0 and 100000000),
  payment_mode text not null default 'none' constraint unknown_payment_mode check (payment_mode in ('none', 'full', 'deposit')),
  deposit_agorot integer,
  -- The product that a payment at booking is recorded under.
  product_id uuid constraint product_sells_meetings references products (id),
  requires_confirmation boolean not null default false,
  -- Whether a request that waits for approval already takes its time.
  pending_blocks boolean not null default true,
  -- Minutes.
  buffer_before integer not null default 0 constraint buffer_before_range check (buffer_before between 0 and 240),
  buffer_after integer not null default 0 constraint buffer_after_range check (buffer_after between 0 and 240),
  slot_interval integer not null default 30 constraint slot_interval_range check (slot_interval between 5 and 240),
  min_notice_min integer not null default 240 constraint min_notice_range check (min_notice_min between 0 and 43200),
  window_kind text not null default 'rolling' constraint unknown_window_kind check (window_kind in ('rolling', 'range', 'unlimited')),
  window_days integer default 60 constraint window_days_range check (window_days between 1 and 730),
  window_from date,
  window_to date,
  max_per_day integer constraint max_per_day_range check (max_per_day between 1 and 50),
  max_per_week integer constraint max_per_week_range check (max_per_week between 1 and 200),
  max_active_per_contact integer constraint max_active_range check (max_active_per_contact between 1 and 50),
  cancel_notice_min integer not null default 1440 constraint cancel_notice_range check (cancel_notice_min between 0 and 43200),
  reschedule_notice_min integer not null default 1440 constraint reschedule_notice_range check (reschedule_notice_min between 0 and 43200),
  policy_text text not null default '' constraint type_policy_length check (char_length(policy_text) <= 500),
  -- [{"id", "label", "kind", "is_required", "options"}]
  questions jsonb not null default '[]' constraint type_questions_invalid check (jsonb_typeof(questions) = 'array' and jsonb_array_length(questions) <= 8),
  schedule_id uuid,
  -- Bookable by its address, absent from the host's page.
  is_hidden boolean not null default false,
  allow_partner boolean not null default true,
  -- Bookable only by who has a package with a meeting left.
  requires_package boolean not null default false,
  is_active boolean not null default true,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  is_demo boolean not null default false,
  constraint type_slug_taken unique (user_id, slug),
  constraint schedule_of_another_host foreign key (schedule_id, user_id) references schedules (id, user_id),
  constraint default_duration_unknown check (default_duration = any (durations)),
  constraint window_incomplete check (case window_kind when 'rolling' then window_days is not null
    when 'range' then window_from is not null and window_to >= window_from else true end),
  constraint price_missing check (payment_mode = 'none' or coalesce(price_agorot, 0) > 0),
  constraint deposit_invalid check (payment_mode <> 'deposit' or coalesce(deposit_agorot, 0) between 1 and price_agorot - 1),
  constraint sold_product_missing check (payment_mode = 'none' or product_id is not null)
);
create index appointment_types_schedule_id on appointment_types (schedule_id);
create index appointment_types_product_id on appointment_types (product_id);

-- The type that the call buttons of the site lead to. One row; without a type they lead to the contact page.
create table booking_settings (
  id boolean primary key default true constraint only_one_row check (id),
  call_type_id uuid references appointment_types (id) on delete set null,
  version integer not null default 1
);
insert into booking_settings default values;

-- A slot that a visitor holds while filling in the form.
create table slot_holds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references booking_hosts (user_id) on delete cascade,
  type_id uuid not null references appointment_types (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null constraint hold_ends_before_start check (ends_at > starts_at),
  -- One hold per visitor; only the key's hash is stored.
  token_hash text not null constraint hold_exists unique constraint hold_hash_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  release_at timestamptz not null default now() + interval '7 minutes'
);
create index slot_holds_of_user on slot_holds (user_id, release_at);
create index slot_holds_type_id on slot_holds (type_id);

-- A number of meetings of one type that a contact has; the household shares it. What is used is counted from the appointments.
create table session_packages (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id) on delete cascade,
  type_id uuid not null constraint type_has_packages references appointment_types (id),
  total integer not null constraint package_total_range check (total between 1 and 100),
  -- The last day of a meeting.
  expires_on date,
  note text not null default '' constraint package_note_length check (char_length(note) <= 200),
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  version integer not null default 1,
  is_demo boolean not null default false
);
create index session_packages_of_contact on session_packages (contact_id);
create index session_packages_of_type on session_packages (type_id);
create index session_packages_created_by on session_packages (created_by);

create table appointments (
  id uuid primary key default gen_random_uuid(),
  type_id uuid references appointment_types (id) on delete set null,
  -- The name of the type at the time of booking.
  title text not null constraint appointment_title_length check (char_length(btrim(title)) between 1 and 80),
  -- The host. Without cascade: an account with appointments ahead is handed over first.
  user_id uuid not null references auth.users (id),
  contact_id uuid references contacts (id) on delete cascade,
  household_id uuid references households (id) on delete set null,
  opportunity_id uuid references opportunities (id) on delete set null,
  package_id uuid references session_packages (id) on delete set null,
  -- The order that is paid at booking. It stays with the chain.
  order_id uuid references orders (id),
  -- Of appointments that were booked together.
  series_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null constraint unknown_appointment_status check (status in
    ('awaiting_payment', 'pending', 'confirmed', 'rescheduled', 'cancelled', 'rejected', 'expired', 'completed', 'no_show')),
  -- Copies of the type's values at the time of booking.
  pending_blocks boolean not null default true,
  buffer_before integer not null default 0,
  buffer_after integer not null default 0,
  location_kind text not null,
  location_value text not null default '' constraint appointment_location_length check (char_length(location_value) <= 300),
  join_url text constraint join_url_form check (join_url ~ '^https://' and char_length(join_url) <= 500),
  -- {question id: answer}
  answers jsonb not null default '{}' constraint answers_invalid check (jsonb_typeof(answers) = 'object'),
  -- IANA name of the visitor's zone.
  client_zone text not null default 'Asia/Jerusalem' constraint client_zone_length check (char_length(client_zone) between 2 and 64),
  -- When an undecided request, or an unpaid appointment, ends.
  decide_by timestamptz,
  rescheduled_from_id uuid constraint already_rescheduled unique references appointments (id) on delete set null,
  -- The first appointment of a chain of changes: calendar entry and links are of the chain.
  root_id uuid not null references appointments (id) on delete cascade,
  ical_sequence integer not null default 0,
  cancelled_by text constraint unknown_canceller check (cancelled_by in ('client', 'host', 'system')),
  cancel_reason text constraint cancel_reason_length check (char_length(cancel_reason) <= 300),
  -- When it was confirmed, and when its status changed last.
  confirmed_at timestamptz,
  status_at timestamptz not null default now(),
  no_show text constraint unknown_no_show check (no_show in ('client', 'host')),
  utm jsonb not null default '{}' constraint utm_invalid check (jsonb_typeof(utm) = 'object'),
  idempotency_key uuid constraint already_booked unique,
  -- When the host was notified that it begins.
  host_noticed_at timestamptz,
  -- Whether the staff chose to send no message about its time.
  is_silent boolean not null default false,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  version integer not null default 1,
  is_demo boolean not null default false,
  constraint appointment_ends_before_start check (ends_at > starts_at),
  -- Busy times are found by their start.
  constraint appointment_too_long check (ends_at - starts_at <= interval '1 day'),
  constraint cancelled_by_missing check (status <> 'cancelled' or cancelled_by is not null),
  constraint undecided_without_end check (status not in ('pending', 'awaiting_payment') or decide_by is not null),
  constraint no_show_without_side check ((status = 'no_show') = (no_show is not null)),
  -- The last guard against a double booking. Buffers are kept by the booking transaction under the lock of the host.
  constraint slot_taken exclude using gist (user_id with =, tstzrange(starts_at, ends_at, '[)') with &&)
    where (status in ('awaiting_payment', 'confirmed') or (status = 'pending' and pending_blocks))
);
create index appointments_of_user on appointments (user_id, starts_at);
create index appointments_of_contact on appointments (contact_id, starts_at desc);
create index appointments_of_household on appointments (household_id);
create index appointments_of_opportunity on appointments (opportunity_id);
create index appointments_of_type on appointments (type_id, starts_at);
create index appointments_of_package on appointments (package_id);
create index appointments_of_order on appointments (order_id) where order_id is not null;
create index appointments_of_series on appointments (series_id, starts_at) where series_id is not null;
create index appointments_of_root on appointments (root_id, created_at desc);
create index appointments_undecided on appointments (decide_by) where status in ('pending', 'awaiting_payment');
create index appointments_ahead on appointments (ends_at) where status = 'confirmed';
create index appointments_created_by on appointments (created_by);

alter table appointments replica identity full;
alter publication supabase_realtime add table appointments;

create table appointment_attendees (
  id uuid primary key default gen_random_uuid(),
  appointment_id uuid not null references appointments (id) on delete cascade,
  contact_id uuid references contacts (id) on delete cascade,
  role text not null constraint unknown_attendee_role check (role in ('main', 'partner')),
  name text not null constraint attendee_name_length check (char_length(btrim(name)) between 1 and 120),
  email text constraint attendee_email_form check (email = lower(btrim(email)) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  phone text constraint attendee_phone_form check (phone ~ '^\+[1-9]\d{6,14}$'),
  wants_reminders boolean not null default true,
  response text not null default 'unknown' constraint unknown_response check (response in ('unknown', 'accepted', 'declined')),
  joined_at timestamptz not null default now(),
  constraint attendee_role_taken unique (appointment_id, role)
);
create index appointment_attendees_email on appointment_attendees (email);
create index appointment_attendees_contact_id on appointment_attendees (contact_id);

-- The filter of the list. `shown`: ahead, undecided, past, no_show, ended or all. Null fields do not filter.
create type appointment_filter as (shown text, query text, hosts uuid[], types uuid[], from_day date, until_day date);

-- Links in mails that open an appointment without a sign-in. Only the hash of the key is stored.
create table appointment_links (
  token_hash text primary key constraint token_hash_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  root_id uuid not null references appointments (id) on delete cascade,
  role text not null constraint unknown_attendee_role check (role in ('main', 'partner')),
  created_at timestamptz not null default now()
);
create index appointment_links_of_root on appointment_links (root_id);

insert into message_contexts (type, label) values ('appointment', 'פגישה');
insert into message_anchors (context_type, anchor, label) values
  ('appointment', 'requested', 'בקשת הפגישה'), ('appointment', 'booked', 'קביעת הפגישה'), ('appointment', 'series_booked', 'קביעת סדרת פגישות'), ('appointment', 'moved', 'שינוי המועד'),
  ('appointment', 'starts', 'תחילת הפגישה'), ('appointment', 'ended', 'סוף הפגישה'), ('appointment', 'cancelled', 'ביטול הפגישה'),
  ('appointment', 'rejected', 'דחיית הבקשה'), ('appointment', 'expired', 'בקשה שלא נענתה בזמן'), ('appointment', 'no_show', 'סימון של אי־הגעה');
insert into message_rules (key, name, context_type, anchor, offset_minutes, recipients, purpose, template_key, repeats_when_moved, is_active, position) values
  ('appointment.requested', 'הבקשה לפגישה התקבלה', 'appointment', 'requested', 0, 'household', 'transactional', 'appointment_requested', false, true, 30),
  ('appointment.confirmed', 'אישור פגישה, עם קובץ ליומן', 'appointment', 'booked', 0, 'household', 'transactional', 'appointment_confirmed', false, true, 31),
  ('appointment.series_confirmed', 'אישור סדרת פגישות, עם קובץ ליומן', 'appointment', 'series_booked', 0, 'household', 'transactional', 'appointment_series', false, true, 40),
  ('appointment.moved', 'המועד השתנה, עם קובץ ליומן', 'appointment', 'moved', 0, 'household', 'transactional', 'appointment_moved', false, true, 32),
  ('appointment.reminder_day', 'תזכורת יום לפני פגישה', 'appointment', 'starts', -1440, 'household', 'transactional', 'appointment_reminder_day', true, true, 33),
  ('appointment.reminder_hour', 'תזכורת שעה לפני פגישה', 'appointment', 'starts', -60, 'household', 'transactional', 'appointment_reminder_hour', true, true, 34),
  ('appointment.follow_up', 'תודה אחרי פגישה', 'appointment', 'ended', 120, 'household', 'service', 'appointment_follow_up', false, false, 35),
  ('appointment.cancelled', 'הפגישה בוטלה', 'appointment', 'cancelled', 0, 'household', 'transactional', 'appointment_cancelled', false, true, 36),
  ('appointment.rejected', 'הבקשה לפגישה לא אושרה', 'appointment', 'rejected', 0, 'household', 'transactional', 'appointment_rejected', false, true, 37),
  ('appointment.expired', 'הבקשה לפגישה לא נענתה בזמן', 'appointment', 'expired', 0, 'household', 'transactional', 'appointment_rejected', false, true, 38),
  ('appointment.no_show', 'לא נפגשנו, קישור למועד חדש', 'appointment', 'no_show', 10, 'contact', 'service', 'appointment_no_show', false, true, 39);
insert into message_rules (key, name, context_type, anchor, recipients, channel, purpose, template_key, position) values
  ('staff.appointment_requested', 'בקשה לפגישה מחכה לאישור', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'appointment.requested', 180),
  ('staff.appointment_booked', 'פגישה חדשה נקבעה', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'appointment.confirmed', 181),
  ('staff.appointment_moved', 'מועד של פגישה השתנה', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'appointment.rescheduled', 182),
  ('staff.appointment_soon', 'פגישה מתחילה עוד רבע שעה', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'appointment.soon', 185),
  ('staff.calendar_broken', 'החיבור ליומן נותק', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'calendar.broken', 184),
  ('staff.appointment_cancelled', 'פגישה בוטלה', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'appointment.cancelled', 183);
insert into email_kinds (kind, tokens, has_link) values
  ('appointment_requested', '{businessName,firstName,appointmentType,meetingDate,meetingTime,timeZone,place}', true),
  ('appointment_confirmed', '{businessName,firstName,appointmentType,meetingDate,meetingTime,timeZone,duration,place}', true),
  ('appointment_series', '{businessName,firstName,appointmentType,meetingDates,place}', true),
  ('appointment_moved', '{businessName,firstName,appointmentType,meetingDate,meetingTime,timeZone,oldDate,oldTime,place}', true),
  ('appointment_reminder_day', '{businessName,firstName,appointmentType,meetingDate,meetingTime,timeZone,place}', true),
  ('appointment_reminder_hour', '{businessName,firstName,appointmentType,meetingTime,timeZone,place}', true),
  ('appointment_follow_up', '{businessName,firstName,appointmentType}', true),
  ('appointment_cancelled', '{businessName,firstName,appointmentType,meetingDate,meetingTime,timeZone}', true),
  ('appointment_rejected', '{businessName,firstName,appointmentType,meetingDate,meetingTime,timeZone}', true),
  ('appointment_link', '{businessName,firstName,appointmentType,meetingDate,meetingTime,timeZone}', true),
  ('appointment_no_show', '{businessName,firstName,appointmentType}', true);
