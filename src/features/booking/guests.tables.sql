-- Guests beyond the partner: how many a booking of the type may have. A guest has one of five places, which the whole chain keeps, as the partner does.
alter table appointment_types add column max_guests integer not null default 0 constraint max_guests_range check (max_guests between 0 and 5);

alter table appointment_attendees drop constraint unknown_attendee_role;
alter table appointment_attendees add constraint unknown_attendee_role
  check (role in ('main', 'partner', 'guest-1', 'guest-2', 'guest-3', 'guest-4', 'guest-5'));
alter table appointment_links drop constraint unknown_attendee_role;
alter table appointment_links add constraint unknown_attendee_role
  check (role in ('main', 'partner', 'guest-1', 'guest-2', 'guest-3', 'guest-4', 'guest-5'));
alter table appointment_preparations drop constraint unknown_attendee_role;
alter table appointment_preparations add constraint unknown_attendee_role
  check (role in ('main', 'partner', 'guest-1', 'guest-2', 'guest-3', 'guest-4', 'guest-5'));
