-- Payment plans that are charged by a saved card. Each charge of a plan is paid by an order of its own: what holds for an order (one paid
-- order, one entry in the ledger, one document) holds for a month.
create table plan_cards (
  plan_id uuid primary key references payment_plans (id),
  provider text not null constraint unknown_card_provider check (provider in ('cardcom', 'payplus')),
  is_stand_in boolean not null default false,
  last4 text constraint card_last4_form check (last4 ~ '^\d{4}$'),
  brand text constraint card_brand_length check (char_length(brand) <= 40),
  -- The last day on which it may be charged.
  expires_on date not null,
  -- `failed`: declined three times; another card makes it active again.
  state text not null default 'active' constraint unknown_card_state check (state in ('active', 'failed', 'stopped')),
  saved_at timestamptz not null default now(),
  version integer not null default 1
);

create table gateway_secrets.card_tokens (
  plan_id uuid primary key references public.plan_cards (plan_id) on delete cascade,
  sealed bytea not null
);

alter table orders add column charge_id uuid references charges (id);
-- One order per charge: a month is not charged twice.
create unique index charge_ordered_already on orders (charge_id) where charge_id is not null;

alter table payment_attempts add column by_token boolean not null default false;
-- One charge of a saved card runs at a time.
create unique index token_charge_runs_already on payment_attempts (order_id) where by_token and state = 'created';

insert into message_anchors (context_type, anchor, label) values
  ('order_payment', 'plan_ahead', 'שלושה ימים לפני חיוב של תוכנית'), ('order_payment', 'plan_failed', 'חיוב של תוכנית לא אושר');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, sends_late, repeats_when_moved, position) values
  ('plan.ahead', 'הודעה שלושה ימים לפני חיוב בתוכנית', 'order_payment', 'plan_ahead', 0, 'transactional', 'plan_ahead', true, false, 63),
  ('plan.failed', 'חיוב בתוכנית שלא אושר, עם קישור לכרטיס אחר', 'order_payment', 'plan_failed', 5, 'transactional', 'plan_failed', true, true, 64);
insert into email_kinds (kind, tokens, has_link) values
  ('plan_ahead', '{businessName,firstName,productName,orderNumber,amount,chargeDate,cardEnding}', true),
  ('plan_failed', '{businessName,firstName,productName,orderNumber,amount,nextTry}', true);
