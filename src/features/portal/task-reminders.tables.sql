-- Reminders of the tasks that clients see: the day before, on the day and two days after it, in the morning.
insert into message_contexts (type, label) values ('task', 'משימה של לקוחות');
insert into message_anchors (context_type, anchor, label) values ('task', 'due', 'יום היעד, בתשע בבוקר');
insert into message_rules (key, name, context_type, anchor, offset_minutes, recipients, purpose, template_key, expires_after_minutes,
  repeats_when_moved, position) values
  ('task.soon', 'משימה קרובה, יום לפני', 'task', 'due', -1440, 'household', 'service', 'task_soon', 4320, true, 26),
  ('task.due', 'משימה שהגיע מועדה', 'task', 'due', 0, 'household', 'service', 'task_due', 4320, true, 27),
  ('task.late', 'משימה שעבר מועדה, אחרי יומיים', 'task', 'due', 2880, 'household', 'service', 'task_late', 10080, true, 28);
insert into email_kinds (kind, tokens, has_link) values
  ('task_soon', '{businessName,firstName,taskName,dueDate}', true),
  ('task_due', '{businessName,firstName,taskName,dueDate}', true),
  ('task_late', '{businessName,firstName,taskName,dueDate}', true);
