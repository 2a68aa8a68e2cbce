-- Whoever sends the same notice again gets a confirmation with an address of its own, and the one they have kept stays good.
create table cancellation_receipts (
  receipt_hash text primary key,
  request_id uuid not null references cancellation_requests (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index cancellation_receipts_of_request on cancellation_receipts (request_id);
-- Without a policy: it is read by cancellation_receipt() alone.
alter table cancellation_receipts enable row level security;

create or replace function cancellation_receipt(receipt text)
returns table (ticket_number text, received_at timestamptz, masked_email text, is_mailed boolean)
language sql stable security definer set search_path = '' as $$
  with asked as (select encode(sha256(convert_to(receipt, 'UTF8')), 'hex') as hash)
  select r.ticket_number::text, r.received_at, left(r.email, 1) || '***@' || split_part(r.email, '@', 2), r.is_receipt_mailed
  from asked, public.cancellation_requests r
  where r.receipt_hash = asked.hash
    or r.id = (select c.request_id from public.cancellation_receipts c where c.receipt_hash = asked.hash)
$$;
