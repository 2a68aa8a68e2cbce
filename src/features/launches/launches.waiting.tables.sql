-- The waiting list of a launch has one mail: when the launch, or the one that was cloned from it, opens again.
insert into message_contexts (type, label) values ('launch_waiting', 'רשימת המתנה להשקה');
insert into message_anchors (context_type, anchor, label) values ('launch_waiting', 'reopened', 'ההשקה נפתחת שוב');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, expires_after_minutes, repeats_when_moved, sends_late, position) values
  ('launch.reopened', 'ההשקה נפתחת שוב, לרשימת ההמתנה', 'launch_waiting', 'reopened', 0, 'service', 'launch_reopened', 10080, false, true, 70);
insert into email_kinds (kind, tokens, has_link) values ('launch_reopened', '{businessName,firstName,launchTitle}', true);
