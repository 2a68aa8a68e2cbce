-- The data of the confirmation page, for the holder of its URL.
create function cancellation_receipt(receipt text)
returns table (ticket_number text, received_at timestamptz, masked_email text, is_mailed boolean)
language sql stable security definer set search_path = '' as $$
  with asked as (select encode(sha256(convert_to(receipt, 'UTF8')), 'hex') as hash)
  select r.ticket_number::text, r.received_at, left(r.email, 1) || '***@' || split_part(r.email, '@', 2), r.is_receipt_mailed
  from asked, public.cancellation_requests r
  where r.receipt_hash = asked.hash
    or r.id = (select c.request_id from public.cancellation_receipts c where c.receipt_hash = asked.hash)
$$;
comment on function cancellation_receipt is 'never null: ticket_number, received_at, masked_email, is_mailed';
grant execute on function cancellation_receipt(text) to anon, authenticated, service_role;
