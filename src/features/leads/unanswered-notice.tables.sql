insert into message_contexts (type, label) values ('contact_request', 'פנייה מהאתר');
insert into message_anchors (context_type, anchor, label) values ('contact_request', 'received', 'קבלת הפנייה');
insert into message_rules (key, name, context_type, anchor, offset_minutes, recipients, channel, purpose, template_key, position) values
  ('contact_request.unanswered', 'פנייה מהאתר שעוד לא נענתה', 'contact_request', 'received', 60, 'staff', 'in_app', 'service',
   'contact_request.unanswered', 101);
