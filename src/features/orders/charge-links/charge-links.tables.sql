-- An order that was paid by its link although its charge had been paid otherwise, or made void.
alter table orders drop constraint unknown_order_attention;
alter table orders add constraint unknown_order_attention check (
  attention in ('answer_differs', 'paid_twice', 'no_places_left', 'already_enrolled', 'document_missing', 'provider_silent', 'plan_failed',
    'time_taken', 'appointment_ended', 'charge_closed'));
