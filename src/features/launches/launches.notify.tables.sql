-- A participant asked for a mail when a locked content opens. Sent once, with the mail of an opened content, which is no advertisement.
alter table launch_progress add column notify_asked_at timestamptz;

insert into message_anchors (context_type, anchor, label) values ('launch_content', 'asked', 'השיעור נפתח, למי שביקשו הודעה');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, expires_after_minutes, repeats_when_moved, sends_late, position) values
  ('launch.asked', 'שיעור שביקשו הודעה על פתיחתו', 'launch_content', 'asked', 0, 'transactional', 'launch_release', 2880, false, true, 61);
