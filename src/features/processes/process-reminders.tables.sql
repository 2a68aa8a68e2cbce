-- Messages of a process beside those of its stages: what opened, clients who are idle, and half a year after the end.
insert into message_anchors (context_type, anchor, label) values
  ('stage', 'opened', 'פתיחת השלב'), ('process', 'idle', 'הפעילות האחרונה באזור האישי');
insert into message_rules (key, name, context_type, anchor, offset_minutes, recipients, channel, purpose, template_key, expires_after_minutes,
  repeats_when_moved, position) values
  ('stage.opened', 'שלב חדש נפתח', 'stage', 'opened', 0, 'contact', 'email', 'service', 'stage_opened', null, false, 19),
  ('process.idle', 'שבועיים בלי פעילות, תזכורת ללקוחות', 'process', 'idle', 20160, 'contact', 'email', 'service', 'client_idle', 10080, true, 11),
  ('process.idle_coach', 'לקוחות שגם אחרי התזכורת לא פעילים', 'process', 'idle', 24480, 'staff', 'in_app', 'service', 'client.idle', null, false, 12),
  ('process.anniversary', 'חצי שנה אחרי סיום התהליך', 'process', 'finished', 259200, 'contact', 'email', 'service', 'process_anniversary', 41760,
   false, 13);
-- The rule says until when its message is of use: the end of the process has messages of two seasons now.
update message_rules set expires_after_minutes = 41760 where key = 'process.review_request';
insert into email_kinds (kind, tokens, has_link) values
  ('stage_opened', '{businessName,firstName,stageName}', true),
  ('client_idle', '{businessName,firstName}', true),
  ('process_anniversary', '{businessName,firstName}', false);
