-- Entries and heartbeats write `last_seen_at`. An index on it would make each of them write all indexes of the table (no HOT update).
drop index webinar_registrations_present;
-- Room for new versions of a row on its own page, which a HOT update needs.
alter table webinar_registrations set (fillfactor = 70);
