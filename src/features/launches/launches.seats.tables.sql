-- A place that becomes free while a cart is open is offered to its waiting list, in the order of waiting, once to each.
alter table launch_waitlist add column seat_offered_at timestamptz;

insert into message_anchors (context_type, anchor, label) values ('launch_waiting', 'seat_free', 'התפנה מקום בהרשמה');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, expires_after_minutes, repeats_when_moved, sends_late, position) values
  ('launch.seat_free', 'התפנה מקום בהרשמה, לרשימת ההמתנה', 'launch_waiting', 'seat_free', 0, 'service', 'launch_seat', 1440, false, true, 71);
insert into email_kinds (kind, tokens, has_link) values ('launch_seat', '{businessName,firstName,launchTitle}', true);
