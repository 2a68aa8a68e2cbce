-- Tax documents to be issued: inserted in the transaction of the payment, once per payment and refund.
create trigger next_version before update on tax_documents for each row execute function next_version();
create trigger next_version before update on tax_document_settings for each row execute function next_version();
-- Public pages show whether invoices are issued.
create trigger announce_page_change after update on tax_document_settings
  for each statement execute function announce_page_change();

-- The statutory VAT rate on a day, in percent.
create function private.vat_percent_on(day date) returns numeric
language sql stable security definer set search_path = '' as $$
  select r.percent from public.vat_rates r where r.valid_from <= day order by r.valid_from desc limit 1
$$;

-- The VAT included in a gross amount, in whole agorot.
create function private.vat_within(gross_agorot bigint, percent numeric) returns integer
language sql immutable set search_path = '' as $$
  select coalesce(round(gross_agorot * percent / (100 + percent)), 0)::integer
$$;

-- Whether an invoice of this day and net amount needs an allocation number if the buyer is a dealer.
create function private.needs_allocation(day date, net bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select net > t.net_agorot from public.allocation_thresholds t where t.valid_from <= day order by t.valid_from desc limit 1), false)
$$;

-- Null if the sale was VAT-free: by its order, its charge, or the business's newest price.
create function private.vat_of_payment(paid payments) returns numeric
language sql stable security definer set search_path = '' as $$
  select case
    when (select s.tax_status from public.tax_document_settings s) = 'exempt' then null
    when exists (select from public.orders o where o.id = paid.order_id and o.vat_percent is null) then null
    when paid.order_id is null and exists (select from public.charges c where c.id = paid.charge_id and c.vat_percent is null) then null
    when paid.order_id is null and paid.charge_id is null
      and (select p.vat_mode from public.prices p order by p.active_from desc limit 1) = 'exempt' then null
    else private.vat_percent_on(paid.paid_on) end
$$;

create function private.ask_for_document(document uuid, at timestamptz default now()) returns void
language sql volatile security definer set search_path = '' as $$
  select jobs.enqueue('issue_tax_document', json_build_object('documentId', document), 'tax_document ' || document, at)
$$;

-- `is_old`: a payment older than tax documents. It may have a document elsewhere, so it is issued only on request of staff.
create function private.add_document_of(paid payments, is_old boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  corrected constant public.tax_documents := (select d from public.tax_documents d where d.payment_id = paid.refund_of);
  attempt constant public.payment_attempts := (
    select a from public.payment_attempts a where a.provider = paid.provider and a.transaction_id = paid.provider_tx and paid.kind = 'payment');
  settings constant public.tax_document_settings := (select s from public.tax_document_settings s);
  day constant date := least(paid.paid_on, private.today());
  percent numeric := private.vat_of_payment(paid);
  -- The payment provider was to issue the document, but its response has none: it may still do so, so staff decide.
  is_missing constant boolean := paid.document_number is null and paid.provider <> 'manual' and paid.kind = 'payment'
    and coalesce((select g.issues_documents from public.gateway_settings g where g.provider = paid.provider), false);
  made public.tax_documents;
begin
  made.kind := case when paid.kind = 'payment' then case settings.tax_status when 'exempt' then 'receipt' else 'invoice_receipt' end
    when corrected.kind = 'receipt' or corrected.id is null and settings.tax_status = 'exempt' then 'receipt_cancellation' else 'credit_note' end;
  -- A credit note uses the VAT rate of the corrected document.
  if corrected.id is not null then percent := corrected.vat_percent; end if;
  -- Demo and stand-in payments moved no money, so the real document service is not called.
  made.is_stand_in := paid.is_demo or coalesce(attempt.is_stand_in, corrected.is_stand_in, false);
  -- Staff cancel an exempt dealer's receipt in the account of the document service: its API cannot.
  made.by_hand := is_old or is_missing or made.kind = 'receipt_cancellation' or paid.provider = 'manual' and not settings.issues_recorded
    or paid.kind = 'refund' and (corrected.id is null or corrected.by_hand or corrected.status = 'void'
      or corrected.status = 'issued' and corrected.provider <> 'morning');
  made.vat_agorot := private.vat_within(paid.amount_agorot, percent);
  insert into public.tax_documents (contact_id, order_id, payment_id, corrects_id, kind, by_hand, is_stand_in, amount_agorot, vat_percent,
    vat_agorot, document_on, last_fault, needs_allocation, next_try_at, alarmed_at, is_demo)
  values (paid.contact_id, paid.order_id, paid.id, corrected.id, made.kind, made.by_hand, made.is_stand_in, paid.amount_agorot, percent,
    made.vat_agorot, day, case when is_missing then 'gateway' end,
    made.kind = 'invoice_receipt' and percent is not null and private.needs_allocation(day, paid.amount_agorot - made.vat_agorot)
      and exists (select from public.orders o where o.id = paid.order_id and o.company_number is not null),
    -- Delayed, so that an entry by staff can be undone.
    case when not made.by_hand then now() + case paid.provider when 'manual' then interval '2 minutes' else interval '0' end end, case when is_old then now() end, paid.is_demo)
  returning * into made;
  if paid.document_number is not null then
    -- The document was issued with the payment.
    perform private.record_document(made.id, case when paid.provider = 'manual' then 'manual' else paid.provider end, null,
      paid.document_number, attempt.document_url, null, made.is_stand_in and paid.provider <> 'manual');
  elsif not made.by_hand and not paid.is_demo then
    perform private.ask_for_document(made.id, made.next_try_at);
  end if;
end
$$;

create function add_tax_document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_document_of(new, false);
  return null;
end
$$;
create trigger add_document after insert on payments for each row when (new.status = 'captured') execute function add_tax_document();

-- Records that a document was issued. Idempotent: the first response wins. The number is also stored on the payment.
create function private.record_document(document uuid, issued_by text, its_id text, its_number text, its_url text, allocation text,
  stand_in boolean default false, entered uuid default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  issued public.tax_documents;
begin
  -- The order is locked first, as in move_order.
  perform from public.orders o where o.id = (select d.order_id from public.tax_documents d where d.id = document) for no key update;
  update public.tax_documents d set status = 'issued', provider = issued_by, provider_id = its_id, is_stand_in = stand_in, number = left(its_number, 40),
    url = case when its_url ~ '^https?://\S+$' and char_length(its_url) <= 2000 then its_url end, allocation_number = substring(allocation from '^\d{9}$'),
    issued_at = now(), next_try_at = null, claimed_until = null, may_exist = false, last_fault = null, last_detail = null, entered_by = entered
  where d.id = document and d.status <> 'issued' returning * into issued;
  if issued.id is null then return false; end if;
  update public.payments p set document_number = issued.number where p.id = issued.payment_id and p.document_number is distinct from issued.number;
  if issued.completed_at is null then perform private.hold_document(issued); end if;
  perform private.end_missing(issued);
  return true;
end
$$;

-- Clears the flags and tasks of staff once a payment has its complete document or needs none. Alarms are closed once no
-- document that raised one is left; payments older than tax documents raised none.
create function private.end_missing(known tax_documents) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if known.order_id is not null and not exists (
    select from public.tax_documents d
    where d.order_id = known.order_id and d.corrects_id is null and d.completed_at is null and d.status <> 'void') then
    perform private.end_attention(known.order_id, 'document_missing');
  end if;
  if known.alarmed_at is null
    or exists (select from public.tax_documents d where d.alarmed_at > d.created_at and d.status in ('pending', 'failed')) then return; end if;
  update public.notifications n set is_read = true
  where n.id in (
    select l.id from public.notifications l where l.type = 'tax_document.late' and not l.is_read for update skip locked);
end
$$;

-- The number that staff enter on a payment is its document's number; they cannot change a number from a service.
create function sync_document_number() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known constant public.tax_documents := (select d from public.tax_documents d where d.payment_id = new.id);
begin
  if known.id is null or known.number is not distinct from new.document_number then return null; end if;
  if known.status = 'issued' and known.provider <> 'manual' then raise sqlstate 'PT409' using message = 'document_is_issued'; end if;
  if known.claimed_until > now() then raise sqlstate 'PT409' using message = 'document_is_being_issued'; end if;
  if known.status <> 'issued' then
    perform private.record_document(known.id, 'manual', null, new.document_number, null, null, false, auth.uid());
  elsif new.document_number is not null then
    update public.tax_documents d set number = new.document_number where d.id = known.id;
  else
    update public.tax_documents d set status = 'pending', by_hand = true, provider = null, number = null, url = null, issued_at = null,
      allocation_number = null, entered_by = null, allocation_entered_by = null where d.id = known.id;
    perform private.end_held_notice(known.id);
  end if;
  return null;
end
$$;
create trigger sync_document after update of document_number on payments
  for each row when (old.document_number is distinct from new.document_number) execute function sync_document_number();

-- A payment whose document was issued by a service can only be refunded: only a credit note cancels the document.
create function void_tax_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known public.tax_documents;
begin
  select d.* into known from public.tax_documents d where d.payment_id = new.id for update;
  if new.void_reason is null then
    update public.tax_documents d set status = 'pending', by_hand = true where d.id = known.id and d.status = 'void';
  elsif known.may_exist or known.claimed_until > now() or known.status = 'issued' and known.provider <> 'manual' then
    raise sqlstate 'PT409' using message = 'payment_has_document';
  else
    update public.tax_documents d set status = 'void', next_try_at = null where d.id = known.id and d.status in ('pending', 'failed');
    if found then perform private.end_missing(known); end if;
    perform private.end_held_notice(known.id);
  end if;
  return null;
end
$$;
create trigger void_document after update of void_reason on payments
  for each row when ((old.void_reason is null) <> (new.void_reason is null)) execute function void_tax_document();
