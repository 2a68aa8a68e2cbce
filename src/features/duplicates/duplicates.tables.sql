-- Pairs of contacts that may be one person, computed on write. Only contacts with a common number or address can reach 60 points.
create table duplicate_pairs (
  first_id uuid not null references contacts (id) on delete cascade,
  second_id uuid not null references contacts (id) on delete cascade,
  score integer not null,
  reasons text[] not null,
  -- Another first name and the same last name: rather a couple than a duplicate.
  looks_like text not null check (looks_like in ('duplicate', 'household')),
  found_at timestamptz not null default now(),
  -- Dismissed by a user as different persons. Remains across later changes.
  dismissed_at timestamptz,
  dismissed_by uuid references auth.users (id) on delete set null,
  primary key (first_id, second_id),
  constraint pair_in_order check (first_id < second_id)
);
create index duplicate_pairs_by_score on duplicate_pairs (score desc, first_id, second_id) where dismissed_at is null;
create index duplicate_pairs_of_second on duplicate_pairs (second_id);

-- For lookup by the full name.
create index contacts_same_name on contacts (he_norm(full_name)) where deleted_at is null;
