-- An invitation to the portal that is not accepted is sent again, and its coach is notified.
insert into message_contexts (type, label) values ('client_invitation', 'הזמנה לאזור האישי');
insert into message_anchors (context_type, anchor, label) values ('client_invitation', 'sent', 'שליחת ההזמנה');
insert into message_rules (key, name, context_type, anchor, offset_minutes, recipients, channel, purpose, template_key, position) values
  ('invitation.reminder_first', 'הזמנה לאזור האישי שעוד לא נענתה, תזכורת ראשונה', 'client_invitation', 'sent', 4320, 'contact', 'email', 'service',
   'client_invite_reminder', 21),
  ('invitation.reminder_last', 'הזמנה לאזור האישי שעוד לא נענתה, תזכורת אחרונה', 'client_invitation', 'sent', 10080, 'contact', 'email', 'service',
   'client_invite_reminder', 22),
  ('invitation.not_accepted', 'הזמנה לאזור האישי שלא נענתה', 'client_invitation', 'sent', 10080, 'staff', 'in_app', 'service',
   'client.not_accepted', 23);
insert into email_kinds (kind, tokens, has_link) values ('client_invite_reminder', '{businessName,firstName,validFor}', true);
