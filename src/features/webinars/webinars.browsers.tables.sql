-- A browser has a key of its own registration only. An address that is registered already gets a further registration, which takes no seat,
-- has no messages, and is counted with the first one: neither the answer of the form nor the room tells that the address was known.
alter table webinar_registrations
  add column repeat_of uuid references webinar_registrations (id) on delete cascade,
  -- The contact was created by this registration: correcting the address corrects the contact, too.
  add column made_contact boolean not null default false,
  drop constraint webinar_already_registered;
create unique index webinar_already_registered on webinar_registrations (webinar_id, session_id, email) nulls not distinct
  where repeat_of is null;
create index webinar_registrations_repeated on webinar_registrations (repeat_of) where repeat_of is not null;

-- Given to the browser that registered, not mailed: it proves no address, and may correct it.
alter table webinar_links add column is_of_browser boolean not null default false;
