-- The most registrants who watched a broadcast at the same time. Apart from the session: heartbeats raise it, and must not change the session's
-- version or invalidate its pages.
create table webinar_peaks (
  session_id uuid primary key references webinar_sessions (id) on delete cascade,
  viewers integer not null constraint peak_viewers_range check (viewers > 0),
  reached_at timestamptz not null default now()
);

-- The version of the calendar entry (RFC 5545). Of the registration, because it can move to a session that itself never moved.
alter table webinar_registrations add column ical_sequence integer not null default 0;
update webinar_registrations r set ical_sequence = s.ical_sequence from webinar_sessions s where s.id = r.session_id;
alter table webinar_sessions drop column peak, drop column ical_sequence;
