-- Answers to questions of a recording are mailed: their authors are not in the room any more. Each answer mails once.
insert into message_anchors (context_type, anchor, label) values ('webinar_registration', 'answered', 'תשובה לשאלה מההקלטה');
insert into message_rules (key, name, context_type, anchor, offset_minutes, recipients, purpose, template_key, repeats_when_moved, position) values
  ('webinar.answered', 'תשובה לשאלה ששלחו מהקלטה', 'webinar_registration', 'answered', 0, 'contact', 'transactional', 'webinar_answered', true, 75);
insert into email_kinds (kind, tokens, has_link) values
  ('webinar_answered', '{businessName,firstName,webinarTitle,webinarQuestion,webinarAnswer}', true);
