-- Stages whose end is a milestone: the client is asked for a review, as after the whole process.
alter table process_stages add column asks_for_review boolean not null default false;

insert into message_anchors (context_type, anchor, label) values ('stage', 'milestone', 'סיום שלב שמבקש המלצה');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, expires_after_minutes, position) values
  ('stage.review_request', 'בקשה להמלצה אחרי שלב', 'stage', 'milestone', 1440, 'service', 'review_request', 41760, 21);
