-- Records that may be one person, noted as they are written.
-- Only who shares a number or an address can reach the 60 points that make a pair, so nobody else has to be looked at.
create table duplicate_pairs (
  first_id uuid not null references contacts (id) on delete cascade,
  second_id uuid not null references contacts (id) on delete cascade,
  score integer not null,
  reasons text[] not null,
  -- Another first name and the same last name: rather a couple than one person twice.
  looks_like text not null check (looks_like in ('duplicate', 'household')),
  found_at timestamptz not null default now(),
  -- Somebody looked and said that these are two people. It is remembered whatever is written about them later.
  dismissed_at timestamptz,
  dismissed_by uuid references auth.users (id) on delete set null,
  primary key (first_id, second_id),
  constraint pair_in_order check (first_id < second_id)
);
create index duplicate_pairs_by_score on duplicate_pairs (score desc, first_id, second_id) where dismissed_at is null;
create index duplicate_pairs_of_second on duplicate_pairs (second_id);

-- The name as it is compared, for looking somebody up by the whole of it.
create index contacts_same_name on contacts (he_norm(full_name)) where deleted_at is null;
