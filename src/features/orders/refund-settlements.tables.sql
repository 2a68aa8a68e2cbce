-- Refunds without an answer that staff settled, by what they saw at the provider.
alter table order_refunds
  add column settled_by uuid references auth.users (id) on delete set null,
  add column settle_reason text constraint settle_reason_length check (char_length(btrim(settle_reason)) between 2 and 300);
create index order_refunds_settled_by on order_refunds (settled_by) where settled_by is not null;

-- The provider says otherwise than what staff wrote about a refund.
alter table orders drop constraint unknown_order_attention;
alter table orders add constraint unknown_order_attention check (
  attention in ('answer_differs', 'paid_twice', 'no_places_left', 'already_enrolled', 'document_missing', 'provider_silent', 'plan_failed',
    'time_taken', 'appointment_ended', 'charge_closed', 'refund_differs'));
