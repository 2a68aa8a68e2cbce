-- Orders of plans that staff look at: a part was returned while the card is charged further; paid, and no card was saved.
alter table orders drop constraint unknown_order_attention;
alter table orders add constraint unknown_order_attention check (
  attention in ('answer_differs', 'paid_twice', 'no_places_left', 'already_enrolled', 'document_missing', 'provider_silent', 'plan_failed',
    'time_taken', 'appointment_ended', 'charge_closed', 'refund_differs', 'plan_goes_on', 'card_missing'));

-- A charge that is put off when its card is begun again is announced again.
update message_rules set repeats_when_moved = true where key = 'plan.ahead';
