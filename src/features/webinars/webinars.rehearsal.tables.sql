-- A rehearsal: the team is in the room of a session before it opens for registrants. Null: none.
alter table webinar_sessions add column rehearsal_at timestamptz;
-- Said in a rehearsal: shown to the team alone, and deleted with its end.
alter table webinar_messages add column is_rehearsal boolean not null default false;
