-- Cancellation notices. The law counts days from their arrival, so each has a number and a timestamp. Written only by cancel-transaction.
create table cancellation_requests (
  id uuid primary key default gen_random_uuid(),
  -- Drawn by the trigger draw_ticket_number.
  ticket_number bigint not null unique,
  -- Deleting the contact is refused: the notice is evidence.
  contact_id uuid not null references contacts (id),
  task_id uuid references tasks (id) on delete set null,
  name text not null,
  email text not null,
  phone text,
  -- An order number, or the last four digits of an identity number, never the whole of it.
  reference text not null,
  what text,
  -- Persons with a disability, aged 65 and over or new immigrants may cancel within four months.
  may_have_longer boolean not null default false,
  words_hash text not null,
  -- SHA-256 of the token in the confirmation's address.
  receipt_hash text not null unique,
  is_receipt_mailed boolean not null default false,
  privacy_text_id uuid references consent_texts (id),
  source_url text,
  ip_trunc text,
  user_agent text,
  received_at timestamptz not null default now(),
  holds_until timestamptz not null default now() + interval '1 day',
  -- The same notice of the same person within a day is one notice.
  constraint already_cancelled exclude using gist (
    contact_id with =, words_hash with =, tstzrange(received_at, holds_until) with &&
  )
);
create index cancellation_requests_newest on cancellation_requests (received_at desc);
create index cancellation_requests_of_task on cancellation_requests (task_id);

-- A repeated notice gets a confirmation address of its own, and the earlier ones stay valid.
create table cancellation_receipts (
  receipt_hash text primary key,
  request_id uuid not null references cancellation_requests (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index cancellation_receipts_of_request on cancellation_receipts (request_id);
