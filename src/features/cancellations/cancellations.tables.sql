-- Notices of people who cancel a deal. The law counts days from the moment one arrives, so each has its number and its instant.
-- They reach these rows only through cancel-transaction.
create table cancellation_requests (
  id uuid primary key default gen_random_uuid(),
  ticket_number bigint not null generated always as identity (start with 5001) unique,
  -- Whoever asked is not deleted together with the proof that they did.
  contact_id uuid not null references contacts (id),
  task_id uuid references tasks (id) on delete set null,
  name text not null,
  email text not null,
  phone text,
  -- The number of an order, or the last four digits of an identity number: never the whole of it.
  reference text not null,
  what text,
  -- A person with a disability, 65 and older or new in the country may cancel within four months.
  may_have_longer boolean not null default false,
  words_hash text not null,
  -- SHA-256 of what the address of the confirmation holds: who has it sees number and time, and nobody else does.
  receipt_hash text not null unique,
  is_receipt_mailed boolean not null default false,
  privacy_text_id uuid references consent_texts (id),
  source_url text,
  ip_trunc text,
  user_agent text,
  received_at timestamptz not null default now(),
  holds_until timestamptz not null default now() + interval '1 day',
  -- The last guard: the same notice of the same person within a day is one.
  constraint already_cancelled exclude using gist (
    contact_id with =, words_hash with =, tstzrange(received_at, holds_until) with &&
  )
);
create index cancellation_requests_newest on cancellation_requests (received_at desc);
create index cancellation_requests_of_task on cancellation_requests (task_id);

-- Whoever sends the same notice again gets a confirmation with an address of its own, and the one they have kept stays good.
create table cancellation_receipts (
  receipt_hash text primary key,
  request_id uuid not null references cancellation_requests (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index cancellation_receipts_of_request on cancellation_receipts (request_id);
