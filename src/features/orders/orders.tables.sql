-- Orders of the checkout, tries to pay them at a provider, and what providers reported. The money itself is in the ledger: charges and
-- payments with the order's id.
create table orders (
  id uuid primary key default gen_random_uuid(),
  number integer not null generated always as identity (start with 1001) constraint order_number_taken unique,
  -- No cascade: purchases are retained for seven years.
  contact_id uuid not null references contacts (id),
  product_id uuid not null constraint product_was_bought references products (id),
  price_id uuid references prices (id) on delete set null,
  -- As offered when the order was made.
  title text not null constraint order_title_length check (char_length(title) between 1 and 120),
  amount_agorot integer not null constraint order_amount_range check (amount_agorot between 0 and 100000000),
  currency text not null default 'ILS' constraint currency_not_sold check (currency = 'ILS'),
  -- The VAT included in the amount; null: the business collects none.
  vat_percent numeric(4, 2),
  -- Within the amount: what a coupon took off the price, and the product that was added at the checkout.
  coupon_id uuid constraint coupon_was_used references coupons (id),
  discount_agorot integer not null default 0 constraint order_discount_range check (discount_agorot between 0 and 100000000),
  bump_product_id uuid constraint bump_was_bought references products (id),
  bump_price_id uuid references prices (id) on delete set null,
  bump_title text constraint order_bump_title_length check (char_length(bump_title) between 1 and 120),
  bump_agorot integer not null default 0 constraint order_bump_range check (bump_agorot between 0 and amount_agorot),
  installments integer not null default 1 constraint order_installments_range check (installments between 1 and 36),
  status text not null default 'pending' constraint unknown_order_status check (
    status in ('pending', 'awaiting_payment', 'paid', 'partially_paid', 'failed', 'cancelled', 'refunded', 'partially_refunded')),
  -- Sums of the ledger, written by move_order.
  paid_agorot integer not null default 0,
  refunded_agorot integer not null default 0,
  -- As typed: the receipt goes there, whatever the contact's details become.
  name text not null constraint order_name_length check (char_length(name) between 1 and 120),
  email text not null constraint order_email_length check (char_length(email) between 3 and 320),
  phone text constraint order_phone_length check (char_length(phone) <= 20),
  invoice_name text constraint order_invoice_name_length check (char_length(invoice_name) between 1 and 120),
  company_number text constraint company_number_form check (company_number ~ '^\d{8,9}$'),
  -- The terms that were agreed to, and the privacy notice that was shown.
  terms_version_id uuid references legal_versions (id),
  terms_agreed_at timestamptz not null default now(),
  privacy_text_id uuid references consent_texts (id),
  -- Until then price and place are the payer's.
  held_until timestamptz not null default now() + interval '15 minutes',
  -- Made by staff, or by a booking, for a contact, who pays by a link: price and contact are not the payer's to choose.
  by_staff boolean not null default false,
  made_by uuid references auth.users (id) on delete set null,
  most_installments integer constraint most_installments_range check (most_installments between 1 and 36),
  -- Why staff have to look at it.
  attention text constraint unknown_order_attention check (
    attention in ('answer_differs', 'paid_twice', 'no_places_left', 'already_enrolled', 'document_missing', 'provider_silent', 'plan_failed',
      'time_taken', 'appointment_ended')),
  source_url text,
  utm jsonb not null default '{}',
  ip_trunc text,
  user_agent text,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  -- Enrolment, process and task were made: once, whatever the ledger does later.
  fulfilled_at timestamptz,
  -- Reported to the pixel: once, whichever browser shows the paid order first.
  purchase_sent_at timestamptz,
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint discount_without_coupon check (discount_agorot = 0 or coupon_id is not null),
  constraint bump_without_product check ((bump_product_id is null) = (bump_title is null) and (bump_product_id is not null or bump_agorot = 0)),
  constraint refunded_more_than_paid check (refunded_agorot between 0 and paid_agorot),
  constraint paid_has_its_time check ((status in ('paid', 'partially_paid', 'refunded', 'partially_refunded')) = (paid_at is not null))
);
create index orders_of_contact on orders (contact_id, created_at desc);
create index orders_of_product on orders (product_id);
create index orders_of_price on orders (price_id);
create index orders_held on orders (price_id, held_until) where status in ('pending', 'awaiting_payment', 'failed');
create index orders_of_bump on orders (bump_product_id) where bump_product_id is not null;
create index orders_of_bump_price on orders (bump_price_id) where bump_price_id is not null;
create index orders_of_coupon on orders (coupon_id) where coupon_id is not null;
create index orders_by_staff on orders (contact_id) where by_staff and paid_at is null;
create index orders_made_by on orders (made_by) where made_by is not null;
create index orders_newest on orders (created_at desc);
create index orders_of_terms on orders (terms_version_id);
create index orders_of_notice on orders (privacy_text_id);

-- Keys of addresses that show an order: one per page and mail. Only their hashes are stored.
create table order_links (
  token_hash text primary key,
  order_id uuid not null references orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Null: as long as the order.
  expires_at timestamptz
);
create index order_links_of_order on order_links (order_id);

-- Tries to pay an order at a provider.
create table payment_attempts (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id) on delete cascade,
  provider text not null constraint unknown_attempt_provider check (provider in ('cardcom', 'payplus', 'manual')),
  -- Opened at the local stand-in: no money moved.
  is_stand_in boolean not null default false,
  terminal text not null,
  -- Ours, repeated by the provider in each answer.
  reference text not null constraint reference_taken unique constraint attempt_reference_form check (reference ~ '^pay_[A-Za-z0-9_-]{16,60}$'),
  -- Of the address that takes the provider's notices.
  secret_hash text not null,
  amount_agorot integer not null constraint attempt_amount_range check (amount_agorot between 1 and 100000000),
  currency text not null default 'ILS' constraint attempt_currency_not_sold check (currency = 'ILS'),
  state text not null default 'created' constraint unknown_attempt_state check (state in (
    'created', 'page_open', 'verifying', 'paid', 'declined', 'cancelled', 'expired', 'partially_refunded', 'refunded', 'disputed')),
  provider_ref text,
  page_url text,
  -- When the page was opened, and until when an answer without a deal means that the payer may still pay.
  opened_at timestamptz,
  closes_at timestamptz,
  checked_at timestamptz,
  checks integer not null default 0,
  settled_at timestamptz,
  transaction_id text,
  method text constraint unknown_attempt_method check (method in ('card', 'bit', 'apple_pay', 'google_pay')),
  installments integer,
  approval text,
  last4 text constraint last4_form check (last4 ~ '^\d{4}$'),
  brand text,
  document_number text,
  document_url text,
  reason text constraint unknown_attempt_reason check (reason in ('declined', 'three_d_secure', 'cancelled', 'expired', 'unknown')),
  raw_code text,
  -- What the provider's answer says otherwise than we do.
  differs text constraint unknown_difference check (differs in ('amount', 'currency', 'terminal', 'reference')),
  fault text,
  created_at timestamptz not null default now(),
  constraint provider_ref_taken unique (provider, provider_ref),
  constraint transaction_taken unique (provider, transaction_id),
  constraint open_page_has_its_reference check (state = 'created' or provider_ref is not null or settled_at is not null),
  constraint paid_attempt_has_its_transaction check (
    state not in ('paid', 'partially_refunded', 'refunded') or transaction_id is not null)
);
create index payment_attempts_of_order on payment_attempts (order_id, created_at desc);
create index payment_attempts_open on payment_attempts (opened_at) where state in ('page_open', 'verifying');

-- Notices of providers, each once. What they claim is not believed: they only start a check.
create table payment_notices (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  -- The hash of the address and the bytes.
  event_key text not null,
  attempt_id uuid references payment_attempts (id) on delete cascade,
  authentic text not null constraint unknown_authenticity check (authentic in ('signed', 'unsigned', 'forged')),
  received_at timestamptz not null default now(),
  constraint notice_here_already unique (provider, event_key)
);
create index payment_notices_of_attempt on payment_notices (attempt_id);

-- Money returned through a provider.
create table order_refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  attempt_id uuid not null references payment_attempts (id),
  amount_agorot integer not null constraint order_refund_range check (amount_agorot between 1 and 100000000),
  reason text not null constraint order_refund_reason_length check (char_length(btrim(reason)) between 2 and 300),
  -- `unknown`: the provider gave no answer, and its list decides.
  status text not null default 'requested' constraint unknown_refund_status check (status in ('requested', 'done', 'refused', 'unknown')),
  provider_refund_id text,
  fault text,
  requested_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint done_refund_has_its_number check ((status = 'done') = (provider_refund_id is not null))
);
create index order_refunds_of_order on order_refunds (order_id);
create index order_refunds_of_attempt on order_refunds (attempt_id);
create index order_refunds_unsettled on order_refunds (created_at) where status in ('requested', 'unknown');

-- The provider's list of a day compared with ours.
create table reconciliations (
  day date not null,
  provider text not null,
  is_stand_in boolean not null default false,
  ours_agorot bigint not null default 0,
  theirs_agorot bigint not null default 0,
  -- [{"transaction_id", "kind", "ours_agorot", "theirs_agorot"}]
  differences jsonb not null default '[]' constraint differences_are_a_list check (jsonb_typeof(differences) = 'array'),
  -- The list could not be read.
  fault text,
  compared_at timestamptz not null default now(),
  primary key (day, provider, is_stand_in)
);

-- The filter of a list; a null matches everything.
create type order_filter as (shown text, query text, from_day date, until_day date);

insert into message_contexts (type, label) values ('order_payment', 'תשלום של הזמנה'), ('order_refund', 'זיכוי של הזמנה');
insert into message_anchors (context_type, anchor, label) values
  ('order_payment', 'paid', 'ההזמנה שולמה'), ('order_payment', 'failed', 'התשלום לא אושר'), ('order_refund', 'refunded', 'הזיכוי בוצע');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, position) values
  ('order.paid', 'אישור תשלום, עם החשבונית', 'order_payment', 'paid', 0, 'transactional', 'order_paid', 60),
  -- A payer who tries another card on the same page gets no mail about the first one.
  ('order.failed', 'תשלום שלא אושר, עם קישור לניסיון נוסף', 'order_payment', 'failed', 30, 'transactional', 'order_failed', 61),
  ('order.refunded', 'זיכוי שבוצע', 'order_refund', 'refunded', 0, 'transactional', 'order_refunded', 62);
insert into message_rules (key, name, context_type, anchor, recipients, channel, purpose, template_key, position) values
  ('staff.order_paid', 'הזמנה ששולמה באתר', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'order.paid', 125),
  ('staff.order_failed', 'תשלום באתר שלא אושר', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'order.failed', 126);
insert into email_kinds (kind, tokens, has_link) values
  ('order_paid', '{businessName,firstName,productName,orderNumber,orderDetails,sellerDetails,cancelAddress}', true),
  ('order_failed', '{businessName,firstName,productName,orderNumber}', true),
  ('order_refunded', '{businessName,firstName,productName,orderNumber,amount}', true);
