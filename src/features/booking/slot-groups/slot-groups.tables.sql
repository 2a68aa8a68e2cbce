-- Group appointment types: unrelated bookings that share one slot. Each stays an appointment of its own.
alter table appointment_types add column seats integer constraint seats_range check (seats between 2 and 100);

-- One occupancy of the host, and one event in the calendar. How many seats it has is said by its type.
create table slot_groups (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Null after the type was deleted, or after another group took the place of an empty one: nothing is booked into it any more.
  type_id uuid references appointment_types (id) on delete set null,
  starts_at timestamptz not null,
  ends_at timestamptz not null constraint group_ends_before_start check (ends_at > starts_at),
  constraint slot_group_exists unique (type_id, user_id, starts_at, ends_at)
);
create index slot_groups_user_id on slot_groups (user_id);

alter table appointments add column slot_group_id uuid references slot_groups (id) on delete set null;
create index appointments_of_slot_group on appointments (slot_group_id) where slot_group_id is not null;

-- Appointments of one group do not exclude each other; a group excludes everything else.
alter table appointments drop constraint slot_taken;
alter table appointments add constraint slot_taken exclude using gist (
  user_id with =, tstzrange(starts_at, ends_at, '[)') with &&, (coalesce(slot_group_id, id)) with <>)
  where (status in ('awaiting_payment', 'confirmed') or (status = 'pending' and pending_blocks));
