-- Whether visitors read the note: the booking page then says why there are no hours.
alter table time_off add column is_public boolean not null default false;
alter table time_off add constraint public_note_missing check (not is_public or btrim(note) <> '');
