-- What a client owes and what came in. Two lists and no running total: the balance is what one says less what the other says.
-- Staff write by hand today; a card gateway writes the same rows, with its own name as provider.

-- The rate that a price holds depends on its day, and changes by law.
create table vat_rates (
  valid_from date primary key,
  percent numeric(4, 2) not null check (percent between 0 and 50)
);
insert into vat_rates values ('2015-10-01', 17), ('2025-01-01', 18);

create table payment_plans (
  id uuid primary key default gen_random_uuid(),
  -- Without cascade: what the law wants kept for seven years does not go with a contact.
  contact_id uuid not null references contacts (id),
  title text not null constraint plan_title_length check (char_length(btrim(title)) between 1 and 120),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false
);
create index payment_plans_of_contact on payment_plans (contact_id);

create table charges (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id),
  plan_id uuid references payment_plans (id),
  -- Which of the plan's charges this is, from one.
  number integer constraint charge_number_range check (number between 1 and 60),
  product_id uuid references products (id) on delete set null,
  title text not null constraint charge_title_length check (char_length(btrim(title)) between 1 and 120),
  amount_agorot integer not null constraint charge_amount_range check (amount_agorot between 1 and 100000000),
  -- What the amount holds; null: the business collects no tax.
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

create table payments (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id),
  -- Meant for this charge; null: the oldest debt first.
  charge_id uuid references charges (id),
  kind text not null default 'payment' constraint unknown_payment_kind check (kind in ('payment', 'refund')),
  provider text not null default 'manual' constraint provider_form check (provider ~ '^[a-z][a-z0-9_]{1,30}$'),
  provider_tx text,
  method text not null constraint unknown_method check (method in ('transfer', 'bit', 'cash', 'cheque', 'card')),
  status text not null default 'captured' constraint unknown_payment_status check (
    status in ('initiated', 'pending', 'authorized', 'captured', 'failed', 'refunded', 'chargeback')),
  amount_agorot integer not null constraint payment_amount_range check (amount_agorot between 1 and 100000000),
  -- The day on which the money is here; of a cheque the day written on it.
  paid_on date not null default (now() at time zone 'Asia/Jerusalem')::date
    constraint payment_day_range check (paid_on between '2000-01-01' and '2100-01-01'),
  -- Number of the transfer or the cheque.
  reference text constraint reference_length check (char_length(reference) between 1 and 60),
  -- The number of a document that an accounting program made. Documents are neither numbered nor drawn here.
  document_number text constraint document_number_length check (char_length(document_number) between 1 and 40),
  note text constraint payment_note_length check (char_length(note) <= 300),
  recorded_by uuid default auth.uid() references auth.users (id) on delete set null,
  recorded_at timestamptz not null default now(),
  void_reason text constraint void_reason_length check (char_length(btrim(void_reason)) between 2 and 300),
  voided_at timestamptz,
  voided_by uuid references auth.users (id) on delete set null,
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint payment_recorded_already unique (provider, provider_tx),
  constraint manual_payment_is_here check (provider <> 'manual' or (status = 'captured' and provider_tx is null))
);
create index payments_of_contact on payments (contact_id, paid_on desc);
create index payments_of_charge on payments (charge_id);

alter table charges replica identity full;
alter table payments replica identity full;
alter publication supabase_realtime add table charges, payments;
