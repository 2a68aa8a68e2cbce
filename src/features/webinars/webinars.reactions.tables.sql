-- Reactions to a broadcast, counted. Who reacted is not stored; when a registrant last did is, because one a second is the most.
create table webinar_reactions (
  session_id uuid not null references webinar_sessions (id) on delete cascade,
  kind text not null constraint unknown_reaction check (kind in ('heart', 'agree', 'bravo', 'insight')),
  reactions integer not null default 1 constraint reactions_range check (reactions > 0),
  -- The last broadcast of the count: at most two a second, however many press.
  sent_at timestamptz,
  primary key (session_id, kind)
);
alter table webinar_registrations add column reacted_at timestamptz;
