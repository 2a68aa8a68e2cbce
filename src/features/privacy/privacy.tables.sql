-- Data subject rights: access and erasure. Records that the law requires (payments for seven years, proof of consent) are retained, without
-- other data.

-- Log of access and erasure requests. No foreign keys: an entry outlives the contact, as evidence.
create table privacy_events (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null,
  kind text not null constraint unknown_privacy_event check (kind in ('exported', 'anonymised')),
  by uuid,
  at timestamptz not null default now()
);
create index privacy_events_newest on privacy_events (at desc, id);

-- Import lines without a contact: invalid ones, and those of imports that were not run.
create index import_rows_of_nobody on import_rows (import_id) where record_id is null;
