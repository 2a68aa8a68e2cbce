-- Links by which an appointment type is booked once. Only the hash of the key is stored.
create table booking_links (
  id uuid primary key default gen_random_uuid(),
  type_id uuid not null references appointment_types (id) on delete cascade,
  -- Whose the appointment is, whatever is typed. Null: the contact of the details.
  contact_id uuid references contacts (id) on delete cascade,
  token_hash text not null constraint booking_link_taken unique
    constraint booking_link_hash_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz,
  revoked_at timestamptz,
  used_at timestamptz,
  -- The chain of appointments that was booked by it last.
  root_id uuid references appointments (id) on delete set null,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index booking_links_of_type on booking_links (type_id, created_at desc);
create index booking_links_of_contact on booking_links (contact_id);
create index booking_links_of_root on booking_links (root_id);
create index booking_links_created_by on booking_links (created_by);

-- Bookable by such a link alone: its own address offers no hours.
alter table appointment_types add column requires_link boolean not null default false;
