-- A registrant who cancels, or registers again: both are mailed, because each changes the entry in their calendar.
-- `cancelled_at` is null for a registration that is not cancelled, and for those of before this column, which are not mailed any more.
alter table webinar_registrations add column cancelled_at timestamptz, add column returned_at timestamptz;

insert into message_anchors (context_type, anchor, label) values ('webinar_registration', 'registration_cancelled', 'ביטול ההרשמה');
insert into message_rules (key, name, context_type, anchor, offset_minutes, recipients, purpose, template_key, repeats_when_moved, position) values
  ('webinar.registration_cancelled', 'ההרשמה להדרכה בוטלה, עם קובץ ליומן', 'webinar_registration', 'registration_cancelled', 0, 'contact', 'transactional', 'webinar_registration_cancelled', true, 74);
-- The registration moves to a later time when it returns.
update message_rules set repeats_when_moved = true where key in ('webinar.confirmation', 'webinar.catch_up');
insert into email_kinds (kind, tokens, has_link) values
  ('webinar_registration_cancelled', '{businessName,firstName,webinarTitle,meetingDate,meetingTime,timeZone}', true);
