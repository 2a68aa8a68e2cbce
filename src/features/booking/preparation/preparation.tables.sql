-- What an attendee has ticked on the list before the meeting. Of the chain: a moved appointment keeps it. Each of a couple has their own.
create table appointment_preparations (
  root_id uuid not null references appointments (id) on delete cascade,
  role text not null constraint unknown_attendee_role check (role in ('main', 'partner')),
  -- The titles of the items: an item that is written anew is to be done anew.
  done text[] not null constraint preparation_too_long check (cardinality(done) <= 60 and pg_column_size(done) <= 20000),
  saved_at timestamptz not null default now(),
  primary key (root_id, role)
);
