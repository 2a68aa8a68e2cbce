-- What a person may ask of the business about themselves: to see everything that is known of them, and to be forgotten.
-- The law keeps some things all the same (money for seven years, the proof of an agreement): those stay, with nothing else beside them.

-- Who asked for whose data and when. Without foreign keys: it stays true after the person is gone, and is the answer to whoever asks later.
create table privacy_events (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null,
  kind text not null constraint unknown_privacy_event check (kind in ('exported', 'anonymised')),
  by uuid,
  at timestamptz not null default now()
);
create index privacy_events_newest on privacy_events (at desc, id);

-- Lines of files that became nobody: broken ones, and those of a list that was not taken in yet.
create index import_rows_of_nobody on import_rows (import_id) where record_id is null;
