-- Outgoing messages: rules, schedule and results. Marketing is subject to all rules, service messages to none.

-- One row: quiet hours and frequency caps of marketing.
create table message_settings (
  id boolean primary key default true constraint only_one_row check (id),
  quiet_nights boolean not null default true,
  night_from time not null default '21:00',
  night_until time not null default '08:00' constraint night_is_empty check (night_until <> night_from),
  quiet_shabbat boolean not null default true,
  quiet_holidays boolean not null default true,
  quiet_memorial boolean not null default true,
  -- On the eve of a rest day, and on the day after it.
  rest_from time not null default '14:00',
  rest_until time not null default '08:00',
  daily_cap integer not null default 1 constraint daily_cap_range check (daily_cap between 1 and 10),
  weekly_cap integer not null default 4 constraint weekly_cap_range check (weekly_cap between 1 and 30),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint week_below_day check (weekly_cap >= daily_cap)
);
insert into message_settings default values;

-- Addresses that get no marketing, with the reason. The hash outlives the erasure of the address.
create table suppressions (
  value_hash text not null,
  channel text not null default 'email' constraint unknown_channel check (channel in ('email', 'whatsapp', 'sms', 'push')),
  reason text not null constraint unknown_suppression check (reason in ('unsubscribe', 'bounce', 'complaint', 'manual', 'legal')),
  scope text not null default 'all_marketing' constraint unknown_scope check (scope in ('all_marketing')),
  -- An e-mail address in lower case, or a phone number as E.164.
  value_norm text constraint suppressed_address check (value_norm = lower(btrim(value_norm))
    and value_norm ~ case when channel = 'email' then '^[^@\s]+@[^@\s]+\.[^@\s]+$' else '^\+[1-9]\d{6,14}$' end),
  note text not null default '' constraint suppression_note_length check (char_length(note) <= 300),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (value_hash, channel, reason)
);
create index suppressions_newest on suppressions (created_at desc);

-- The DKIM selector of a domain that mail is sent from: DNS does not list selectors, so the one that was found is remembered.
create table sender_domains (
  domain text primary key constraint sender_domain_form check (domain = lower(domain) and length(domain) <= 253),
  dkim_selector text not null constraint dkim_selector_form check (dkim_selector ~ '^[a-z0-9][a-z0-9._-]*$' and length(dkim_selector) <= 63),
  updated_at timestamptz not null default now()
);

-- Days on which the business is closed, beside the holidays of the calendar. Nothing that can wait is sent on them.
create table closed_days (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint closed_day_name_length check (char_length(btrim(name)) between 1 and 60),
  from_on date not null,
  until_on date not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint closed_days_end_before_start check (until_on >= from_on),
  constraint closed_too_long check (until_on - from_on <= 92)
);
create index closed_days_in_order on closed_days (until_on);

-- What messages are derived from. A module declares its contexts and their anchors: the instants that rules count from.
create table message_contexts (
  type text primary key constraint context_type_form check (type ~ '^[a-z][a-z_]{1,40}$'),
  label text not null
);
create table message_anchors (
  context_type text not null references message_contexts (type) on delete cascade,
  anchor text not null constraint anchor_form check (anchor ~ '^[a-z][a-z_]{1,40}$'),
  label text not null,
  primary key (context_type, anchor)
);

-- The message plan: one row per message that follows from an entity. Owners switch, move and reword the rows.
create table message_rules (
  id uuid primary key default gen_random_uuid(),
  key text not null constraint message_rule_taken unique constraint message_rule_key_form check (key ~ '^[a-z0-9_]+(\.[a-z0-9_]+)+$'),
  name text not null constraint message_rule_name_length check (char_length(btrim(name)) between 1 and 120),
  context_type text not null,
  anchor text not null,
  -- After the anchor; negative before it.
  offset_minutes integer not null default 0 constraint message_rule_offset_range check (abs(offset_minutes) <= 527040),
  recipients text not null default 'contact' constraint unknown_recipients check (recipients in ('contact', 'household', 'staff')),
  channel text not null default 'email' constraint unknown_channel check (channel in ('email', 'whatsapp', 'sms', 'push', 'in_app')),
  purpose text not null constraint unknown_purpose check (purpose in ('transactional', 'service', 'marketing')),
  -- The key of a message template; of a staff notice, its type.
  template_key text not null,
  -- How long after its time the message is still of use. Without it the entity alone decides.
  expires_after_minutes integer constraint message_rule_expiry_range check (expires_after_minutes between 5 and 527040),
  -- Whether an entity that appears after the message's time still gets it.
  sends_late boolean not null default false,
  -- Whether a message that was sent already is sent again when its anchor moves to a later time, as a reminder is.
  repeats_when_moved boolean not null default false,
  is_active boolean not null default true,
  position integer not null default 0,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint anchor_of_another_context foreign key (context_type, anchor) references message_anchors (context_type, anchor),
  constraint notices_are_for_staff check ((channel = 'in_app') = (recipients = 'staff'))
);
create index message_rules_of_context on message_rules (context_type, anchor);

create table scheduled_messages (
  id uuid primary key default gen_random_uuid(),
  -- purpose:context:id:offset:contact. Idempotency key: a message is scheduled once per contact.
  idempotency_key text not null constraint message_already_scheduled unique,
  -- Null for an address without a contact, which then is `to_value`.
  contact_id uuid references contacts (id) on delete cascade,
  channel text not null default 'email' constraint unknown_channel check (channel in ('email', 'whatsapp', 'sms', 'push')),
  purpose text not null constraint unknown_purpose check (purpose in ('transactional', 'service', 'marketing')),
  -- Without a template the context renders the message. Without a number the published version at the moment of sending is used.
  template_id uuid,
  template_number integer,
  context_type text not null constraint context_type_form check (context_type ~ '^[a-z][a-z_]{1,40}$'),
  context_id uuid not null,
  -- The rule of the plan, or the run of an automation, that scheduled it.
  rule_id uuid references message_rules (id) on delete set null,
  run_id uuid,
  -- Given where the context fixes the address; otherwise the contact's address at the moment of sending.
  to_value text,
  -- The time of the plan, and the next attempt: later than planned after a wait.
  planned_at timestamptz not null default now(),
  send_at timestamptz not null default now(),
  expires_at timestamptz,
  status text not null default 'scheduled' constraint unknown_message_status
    check (status in ('scheduled', 'held_quiet', 'sending', 'sent', 'skipped', 'failed', 'canceled')),
  -- Why it was skipped or canceled.
  skip_reason text,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  waits_because text constraint unknown_wait check (waits_because in ('daily_cap', 'weekly_cap', 'quiet_hours')),
  -- All waits so far: [{"reason", "until", "at"}].
  waits jsonb not null default '[]' constraint waits_is_a_list check (jsonb_typeof(waits) = 'array'),
  constraint recipient_unknown check (contact_id is not null or to_value is not null),
  constraint skipped_for_a_reason check (
    (status <> 'skipped' or skip_reason is not null) and (status in ('skipped', 'canceled') or skip_reason is null))
);
create index scheduled_messages_of_context on scheduled_messages (context_type, context_id, status, id);
create index scheduled_messages_due on scheduled_messages (send_at) where status in ('scheduled', 'held_quiet');
create index scheduled_messages_of_rule on scheduled_messages (rule_id, status) where rule_id is not null;
create index scheduled_messages_of_run on scheduled_messages (run_id) where run_id is not null;

-- A campaign is sent to a contact once, also after a merge of two recipients.
create unique index letter_already_scheduled on scheduled_messages (context_id, contact_id) where context_type = 'campaign';
create index scheduled_messages_of_contact on scheduled_messages (contact_id, created_at desc);
create index scheduled_messages_newest on scheduled_messages (created_at desc);

-- Written messages. `mail_id` is the outbox row, and of mail the local part of its Message-ID; `provider_id` is the number of a WhatsApp message.
create table messages (
  id uuid primary key default gen_random_uuid(),
  scheduled_id uuid not null constraint message_already_sent unique references scheduled_messages (id) on delete cascade,
  contact_id uuid references contacts (id) on delete cascade,
  channel text not null default 'email' constraint unknown_channel check (channel in ('email', 'whatsapp', 'sms', 'push')),
  purpose text not null constraint unknown_purpose check (purpose in ('transactional', 'service', 'marketing')),
  to_value text not null,
  -- Of a message without a subject, its first words.
  subject text not null,
  body_hash text not null,
  mail_id uuid unique,
  provider_id text unique,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  error text,
  is_demo boolean not null default false,
  -- Free text that its channel carries only within the reply window of the recipient's last message.
  needs_window boolean not null default false,
  -- The law requires the word at the start of an advertisement. https://he.wikipedia.org/wiki/חוק_הספאם
  constraint advertisement_says_so check (purpose <> 'marketing' or subject like 'פרסומת%')
);
create index messages_to on messages (to_value, created_at desc);
create index messages_of_contact on messages (contact_id, created_at desc);

-- Messages that arrived at the business. The text is in the timeline. The time opens the reply window of the channel.
create table received_messages (
  id uuid primary key default gen_random_uuid(),
  channel text not null constraint unknown_channel check (channel in ('whatsapp', 'sms')),
  -- The provider's number: it may report a message several times.
  provider_id text not null constraint provider_id_length check (char_length(provider_id) between 1 and 300),
  from_value text not null constraint received_from_phone check (from_value ~ '^\+[1-9]\d{6,14}$'),
  contact_id uuid references contacts (id) on delete cascade,
  received_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint message_already_received unique (channel, provider_id)
);
create index received_messages_from on received_messages (channel, from_value, received_at desc);
create index received_messages_of_contact on received_messages (contact_id, received_at desc);

-- Preferences of a mail address, beside consent.
create table mail_preferences (
  email text primary key constraint preferring_address check (email = lower(btrim(email)) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  paused_until timestamptz,
  at_most_weekly boolean not null default false,
  updated_at timestamptz not null default now()
);
