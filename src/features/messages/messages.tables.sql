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
  channel text not null default 'email' constraint unknown_channel check (channel in ('email')),
  reason text not null constraint unknown_suppression check (reason in ('unsubscribe', 'bounce', 'complaint', 'manual', 'legal')),
  scope text not null default 'all_marketing' constraint unknown_scope check (scope in ('all_marketing')),
  value_norm text constraint suppressed_address check (value_norm = lower(btrim(value_norm)) and value_norm ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  note text not null default '' constraint suppression_note_length check (char_length(note) <= 300),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (value_hash, channel, reason)
);
create index suppressions_newest on suppressions (created_at desc);

create table scheduled_messages (
  id uuid primary key default gen_random_uuid(),
  -- purpose:context:id:offset:contact. Idempotency key: a message is scheduled once per contact.
  idempotency_key text not null constraint message_already_scheduled unique,
  contact_id uuid not null references contacts (id) on delete cascade,
  channel text not null default 'email' constraint unknown_channel check (channel in ('email')),
  purpose text not null constraint unknown_purpose check (purpose in ('transactional', 'service', 'marketing')),
  template text not null,
  context_type text not null,
  context_id uuid not null,
  send_at timestamptz not null default now(),
  expires_at timestamptz,
  status text not null default 'scheduled' constraint unknown_message_status
    check (status in ('scheduled', 'held_quiet', 'sending', 'sent', 'skipped', 'failed', 'canceled')),
  skip_reason text,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  waits_because text constraint unknown_wait check (waits_because in ('daily_cap', 'weekly_cap')),
  constraint skipped_for_a_reason check ((status = 'skipped') = (skip_reason is not null))
);
create index scheduled_messages_of_context on scheduled_messages (context_type, context_id, status, id);

-- A campaign is sent to a contact once, also after a merge of two recipients.
create unique index letter_already_scheduled on scheduled_messages (context_id, contact_id) where context_type = 'campaign';
create index scheduled_messages_of_contact on scheduled_messages (contact_id, created_at desc);

-- Sent messages. `mail_id` is the outbox row, and the local part of its Message-ID.
create table messages (
  id uuid primary key default gen_random_uuid(),
  scheduled_id uuid not null constraint message_already_sent unique references scheduled_messages (id) on delete cascade,
  contact_id uuid not null references contacts (id) on delete cascade,
  channel text not null default 'email' constraint unknown_channel check (channel in ('email')),
  purpose text not null constraint unknown_purpose check (purpose in ('transactional', 'service', 'marketing')),
  to_value text not null,
  subject text not null,
  body_hash text not null,
  mail_id uuid unique,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  error text,
  is_demo boolean not null default false,
  -- The law requires the word at the start of an advertisement. https://he.wikipedia.org/wiki/חוק_הספאם
  constraint advertisement_says_so check (purpose <> 'marketing' or subject like 'פרסומת%')
);
create index messages_to on messages (to_value, created_at desc);
create index messages_of_contact on messages (contact_id, created_at desc);

-- Whether marketing to a contact is allowed now. Checked when an audience is computed, and again before sending.

-- Preferences of a mail address, beside consent.
create table mail_preferences (
  email text primary key constraint preferring_address check (email = lower(btrim(email)) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  paused_until timestamptz,
  at_most_weekly boolean not null default false,
  updated_at timestamptz not null default now()
);
