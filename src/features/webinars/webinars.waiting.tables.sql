-- A full session has a waiting list: registrations without a seat. A seat that becomes free goes to the registration that waits longest.
alter table webinar_registrations
  -- When it joined the waiting list, and when it got its seat.
  add column waitlisted_at timestamptz,
  add column seated_at timestamptz,
  drop constraint unknown_registration_state,
  add constraint unknown_registration_state
    check (state in ('waitlisted', 'registered', 'joined', 'left_early', 'stayed', 'missed', 'replay', 'cancelled')),
  add constraint waitlisted_since check (state <> 'waitlisted' or waitlisted_at is not null);
create index webinar_registrations_waiting on webinar_registrations (session_id, waitlisted_at) where state = 'waitlisted';

insert into message_anchors (context_type, anchor, label) values
  ('webinar_registration', 'waitlisted', 'כניסה לרשימת ההמתנה'), ('webinar_registration', 'seated', 'התפנה מקום במפגש');
insert into message_rules (key, name, context_type, anchor, offset_minutes, recipients, purpose, template_key, repeats_when_moved, position) values
  ('webinar.waitlisted', 'כניסה לרשימת ההמתנה של הדרכה', 'webinar_registration', 'waitlisted', 0, 'contact', 'transactional', 'webinar_waitlisted', true, 76),
  ('webinar.seated', 'התפנה מקום בהדרכה, עם קובץ ליומן', 'webinar_registration', 'seated', 0, 'contact', 'transactional', 'webinar_seated', true, 77);
insert into email_kinds (kind, tokens, has_link) values
  ('webinar_waitlisted', '{businessName,firstName,webinarTitle,meetingDate,meetingTime,timeZone}', true),
  ('webinar_seated', '{businessName,firstName,webinarTitle,meetingDate,meetingTime,timeZone,duration}', true);
