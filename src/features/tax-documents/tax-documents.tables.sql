-- Legal documents of the money: one per payment and one per refund. A document service numbers and signs them; here is what has to be
-- issued, where it was issued, and why it was not.

-- Above this sum before VAT an invoice to a dealer needs an allocation number of the tax authority.
create table allocation_thresholds (
  valid_from date primary key,
  net_agorot integer not null constraint allocation_threshold_range check (net_agorot > 0)
);
insert into allocation_thresholds values
  ('2024-05-05', 2500000), ('2025-01-01', 2000000), ('2026-01-01', 1000000), ('2026-06-01', 500000);

create table tax_document_settings (
  is_only boolean primary key default true constraint one_row_of_document_settings check (is_only),
  -- An exempt dealer collects no VAT and issues receipts; a licensed dealer and a company issue invoices.
  tax_status text not null default 'company' constraint unknown_tax_status check (tax_status in ('company', 'licensed', 'exempt')),
  -- Whether payments that staff record are sent to the service, too.
  issues_recorded boolean not null default false,
  has_keys boolean not null default false,
  tested_at timestamptz,
  -- Null after a test that succeeded.
  test_fault text,
  updated_by uuid default auth.uid() references auth.users (id) on delete set null,
  version integer not null default 1
);
insert into tax_document_settings default values;

create table gateway_secrets.document_keys (
  service text primary key constraint unknown_document_service check (service = 'morning'),
  sealed bytea not null
);

create table tax_documents (
  id uuid primary key default gen_random_uuid(),
  -- No cascade: documents are retained for seven years.
  contact_id uuid not null references contacts (id),
  order_id uuid references orders (id),
  payment_id uuid not null references payments (id) constraint payment_has_document_already unique,
  -- The document that a credit note corrects.
  corrects_id uuid references tax_documents (id),
  kind text not null constraint unknown_document_kind check (kind in ('invoice_receipt', 'receipt', 'credit_note', 'receipt_cancellation')),
  -- `void`: its payment was made void before a document existed.
  status text not null default 'pending' constraint unknown_document_status check (status in ('pending', 'issued', 'failed', 'void')),
  -- Issued elsewhere by staff, who enter its number.
  by_hand boolean not null default false,
  -- Ours. It is part of the document's description, by which a document is found whose answer was lost.
  reference text not null default 'D' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))
    constraint document_reference_taken unique,
  provider text constraint unknown_document_provider check (provider in ('morning', 'cardcom', 'payplus', 'manual')),
  -- Issued by a local stand-in: it is no legal document.
  is_stand_in boolean not null default false,
  provider_id text constraint document_id_length check (char_length(provider_id) between 1 and 80),
  number text constraint tax_document_number_length check (char_length(number) between 1 and 40),
  url text constraint document_url_form check (url ~ '^https?://\S+$' and char_length(url) <= 2000),
  allocation_number text constraint allocation_number_form check (allocation_number ~ '^\d{9}$'),
  needs_allocation boolean not null default false,
  amount_agorot integer not null constraint document_amount_range check (amount_agorot between 1 and 100000000),
  -- The VAT included in the amount; null: none is collected.
  vat_percent numeric(4, 2),
  vat_agorot integer not null default 0 constraint document_vat_range check (vat_agorot between 0 and amount_agorot),
  document_on date not null,
  tries integer not null default 0,
  last_fault text constraint unknown_document_fault check (last_fault in
    ('timeout', 'unreachable', 'redirected', 'server_error', 'busy', 'malformed', 'unauthorized', 'refused', 'gateway', 'original_missing')),
  last_detail text constraint document_detail_length check (char_length(last_detail) <= 300),
  next_try_at timestamptz,
  -- One job at a time asks the service.
  claimed_until timestamptz,
  -- The service was asked and gave no usable answer.
  may_exist boolean not null default false,
  alarmed_at timestamptz,
  issued_at timestamptz,
  entered_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint document_issued_already unique (provider, provider_id),
  constraint issued_document_has_its_number check (
    (status = 'issued') = (number is not null) and (status = 'issued') = (issued_at is not null) and (number is null or provider is not null)),
  constraint credit_note_has_no_next_original check (corrects_id is null or kind in ('credit_note', 'receipt_cancellation')),
  constraint vat_without_rate check (vat_percent is not null or vat_agorot = 0)
);
create index tax_documents_of_contact on tax_documents (contact_id);
create index tax_documents_of_order on tax_documents (order_id);
create index tax_documents_correcting on tax_documents (corrects_id) where corrects_id is not null;
create index tax_documents_unissued on tax_documents (created_at) where status in ('pending', 'failed');

alter table tax_documents replica identity full;
alter publication supabase_realtime add table tax_documents;

insert into message_contexts (type, label) values ('tax_document', 'חשבונית או קבלה');
insert into message_anchors (context_type, anchor, label) values ('tax_document', 'issued', 'המסמך הופק אחרי התשלום');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, position) values
  ('tax_document.issued', 'החשבונית או הקבלה, כשהופקו אחרי התשלום', 'tax_document', 'issued', 0, 'transactional', 'tax_document', 65);
insert into email_kinds (kind, tokens, has_link) values
  ('tax_document', '{businessName,firstName,documentKind,documentNumber,amount}', true);
