-- Two reminders of a checkout that was left, to the address that was typed there.
insert into message_anchors (context_type, anchor, label) values ('order_payment', 'left', 'ההזמנה הותחלה ולא שולמה');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, position) values
  ('order.left_hour', 'הזמנה שלא הושלמה, אחרי שעה, עם קישור להמשך', 'order_payment', 'left', 60, 'service', 'order_left_hour', 65),
  ('order.left_day', 'הזמנה שלא הושלמה, אחרי יום, תזכורת אחרונה', 'order_payment', 'left', 1440, 'service', 'order_left_day', 66);
insert into email_kinds (kind, tokens, has_link) values
  ('order_left_hour', '{businessName,firstName,productName,orderNumber}', true),
  ('order_left_day', '{businessName,firstName,productName,orderNumber}', true);
