-- Whether only the attendee can know the link: it was mailed to their address, or made for their session in the portal.
alter table appointment_links add column proves_attendee boolean not null default false;

insert into email_kinds (kind, tokens, has_link) values
  ('appointment_prove_package', '{businessName,firstName,appointmentType,meetingDate,meetingTime,timeZone,heldUntil}', true);
