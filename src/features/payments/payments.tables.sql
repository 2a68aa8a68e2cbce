-- A client's charges and payments. The balance is computed, never stored. Entered by staff, or by a paid order with the provider's name.

-- VAT rates by law, by the day of the price.
create table vat_rates (
  valid_from date primary key,
  percent numeric(4, 2) not null check (percent between 0 and 50)
);
insert into vat_rates values ('2015-10-01', 17), ('2025-01-01', 18);

create table payment_plans (
  id uuid primary key default gen_random_uuid(),
  -- No cascade: the law requires seven years of retention.
  contact_id uuid not null references contacts (id),
  order_id uuid references orders (id),
  title text not null constraint plan_title_length check (char_length(btrim(title)) between 1 and 120),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false
);
create index payment_plans_of_contact on payment_plans (contact_id);
create index payment_plans_of_order on payment_plans (order_id);

create table charges (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id),
  plan_id uuid references payment_plans (id),
  -- The number of the charge in its plan, from one.
  number integer constraint charge_number_range check (number between 1 and 60),
  product_id uuid references products (id) on delete set null,
  -- The order of the checkout that it belongs to.
  order_id uuid references orders (id),
  title text not null constraint charge_title_length check (char_length(btrim(title)) between 1 and 120),
  amount_agorot integer not null constraint charge_amount_range check (amount_agorot between 1 and 100000000),
  -- The VAT included in the amount; null: the business collects none.
  vat_percent numeric(4, 2),
  due_on date not null constraint charge_due_range check (due_on between '2000-01-01' and '2100-01-01'),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  void_reason text constraint void_reason_length check (char_length(btrim(void_reason)) between 2 and 300),
  voided_at timestamptz,
  voided_by uuid references auth.users (id) on delete set null,
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint charge_number_without_plan check ((plan_id is null) = (number is null)),
  constraint charge_number_taken unique (plan_id, number)
);
create index charges_of_contact on charges (contact_id, due_on);
-- An order that is not paid by a plan has one charge.
create unique index order_charged_already on charges (order_id) where plan_id is null;

create table payments (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id),
  -- The charge it pays; null: the oldest debt first.
  charge_id uuid references charges (id),
  order_id uuid references orders (id),
  kind text not null default 'payment' constraint unknown_payment_kind check (kind in ('payment', 'refund')),
  -- The payment that a refund returns, or a part of it. A trigger sets how much of it cancels a debt rather than returning a credit.
  refund_of uuid references payments (id),
  refund_reason text constraint refund_reason_length check (char_length(btrim(refund_reason)) between 2 and 300),
  credited_agorot integer not null default 0,
  provider text not null default 'manual' constraint provider_form check (provider ~ '^[a-z][a-z0-9_]{1,30}$'),
  provider_tx text,
  method text not null constraint unknown_method check (method in ('transfer', 'bit', 'cash', 'cheque', 'card')),
  status text not null default 'captured' constraint unknown_payment_status check (
    status in ('initiated', 'pending', 'authorized', 'captured', 'failed', 'refunded', 'chargeback')),
  amount_agorot integer not null constraint payment_amount_range check (amount_agorot between 1 and 100000000),
  -- The value date; of a cheque its date.
  paid_on date not null default (now() at time zone 'Asia/Jerusalem')::date
    constraint payment_day_range check (paid_on between '2000-01-01' and '2100-01-01'),
  -- Number of the transfer or the cheque.
  reference text constraint reference_length check (char_length(reference) between 1 and 60),
  -- The document number of an external accounting program.
  document_number text constraint document_number_length check (char_length(document_number) between 1 and 40),
  note text constraint payment_note_length check (char_length(note) <= 300),
  recorded_by uuid default auth.uid() references auth.users (id) on delete set null,
  recorded_at timestamptz not null default now(),
  void_reason text constraint void_reason_length check (char_length(btrim(void_reason)) between 2 and 300),
  voided_at timestamptz,
  voided_by uuid references auth.users (id) on delete set null,
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint refund_without_payment check ((kind = 'refund') = (refund_of is not null)),
  constraint refund_without_reason check ((kind = 'refund') = (refund_reason is not null)),
  constraint credit_of_refund check (credited_agorot between 0 and case kind when 'refund' then amount_agorot else 0 end),
  constraint payment_recorded_already unique (provider, provider_tx),
  constraint manual_payment_is_here check (provider <> 'manual' or (status = 'captured' and provider_tx is null))
);
create index payments_of_contact on payments (contact_id, paid_on desc);
create index payments_of_charge on payments (charge_id);
create index payments_of_order on payments (order_id);
create index refunds_of_payment on payments (refund_of) where refund_of is not null;

alter table charges replica identity full;
alter table payments replica identity full;
alter publication supabase_realtime add table charges, payments;
