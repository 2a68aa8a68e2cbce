-- Mailing lists: subscription requests, subscriptions, and the links to manage them.
create table mailing_lists (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint list_name_length check (char_length(btrim(name)) between 1 and 80),
  description text not null default '' constraint list_description_length check (char_length(description) <= 200),
  -- Shown to subscribers, who can choose it.
  is_public boolean not null default true,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint list_name_taken unique (name)
);
insert into mailing_lists (name, description) values ('הניוזלטר השבועי', 'רעיון אחד, שאלה אחת, פעולה אחת, בימי שלישי');

-- Double opt-in. An unconfirmed request expires. Of both mailed links only the hash is stored.
create table newsletter_requests (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint request_address check (email = lower(btrim(email)) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  list_id uuid not null references mailing_lists (id) on delete cascade,
  token_hash text not null unique,
  reminder_hash text unique,
  consent_text_id uuid not null references consent_texts (id),
  source_url text,
  ip_trunc text,
  user_agent text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  reminded_at timestamptz,
  confirmed_at timestamptz
);
create index newsletter_requests_of_address on newsletter_requests (email, created_at desc);
create index newsletter_requests_newest on newsletter_requests (created_at);

create table subscriptions (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references mailing_lists (id) on delete cascade,
  contact_id uuid not null references contacts (id) on delete cascade,
  email text not null,
  status text not null default 'confirmed' constraint unknown_subscription_status check (status in ('confirmed', 'unsubscribed')),
  confirmed_at timestamptz not null default now(),
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  constraint already_subscribed unique (list_id, email),
  constraint ended_when_over check ((status = 'unsubscribed') = (ended_at is not null))
);
create index subscriptions_of_contact on subscriptions (contact_id);
create index subscriptions_of_address on subscriptions (email);

-- Links to manage subscriptions. Long-lived and reusable: an unsubscribe must never fail.
create table preference_links (
  token_hash text primary key,
  contact_id uuid not null references contacts (id) on delete cascade,
  email text not null,
  campaign_id uuid references campaigns (id) on delete set null,
  created_at timestamptz not null default now()
);
create index preference_links_of_contact on preference_links (contact_id);
create index preference_links_oldest on preference_links (created_at);

-- Reasons for unsubscribing, anonymous.
create table unsubscribe_reasons (
  id uuid primary key default gen_random_uuid(),
  reason text not null constraint unknown_unsubscribe_reason check (reason in ('too_often', 'not_relevant', 'never_asked', 'found_elsewhere', 'other')),
  campaign_id uuid references campaigns (id) on delete set null,
  -- One reason per link; a second answer replaces the first.
  link_hash text not null unique,
  created_at timestamptz not null default now()
);

-- The consent text of the newsletter form.
insert into consent_texts (kind, version, he_text) values
  ('newsletter', 1, 'מאשרים ל{{legalName}} לשלוח לנו ניוזלטר ותכנים שיווקיים בדוא״ל. אפשר להסיר בכל עת');

-- The row of the message plan: one reminder of the double opt-in.
insert into message_contexts (type, label) values ('newsletter_request', 'הרשמה לניוזלטר');
insert into message_anchors (context_type, anchor, label) values ('newsletter_request', 'requested', 'בקשת ההרשמה');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, position) values
  ('newsletter.reminder', 'תזכורת אחת לאישור ההרשמה', 'newsletter_request', 'requested', 2880, 'service', 'newsletter_reminder', 30);
