-- Contact requests from the site. Written only by ask-for-contact.
create table contact_requests (
  id uuid primary key default gen_random_uuid(),
  -- Drawn by the trigger draw_ticket_number.
  ticket_number bigint not null unique,
  contact_id uuid not null references contacts (id) on delete cascade,
  opportunity_id uuid references opportunities (id) on delete set null,
  task_id uuid references tasks (id) on delete set null,
  -- As it was typed: a form never changes contact data.
  name text not null,
  phone text,
  email text,
  topic text not null,
  message text,
  words_hash text not null,
  privacy_text_id uuid references consent_texts (id),
  source_url text,
  ip_trunc text,
  user_agent text,
  created_at timestamptz not null default now(),
  holds_until timestamptz not null default now() + interval '1 day',
  is_demo boolean not null default false,
  -- Idempotency: the same text of the same person within a day is one request.
  constraint already_asked exclude using gist (
    contact_id with =, words_hash with =, tstzrange(created_at, holds_until) with &&
  )
);
create index contact_requests_newest on contact_requests (created_at desc);
create index contact_requests_of_opportunity on contact_requests (opportunity_id);
create index contact_requests_of_task on contact_requests (task_id);
