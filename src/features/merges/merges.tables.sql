-- Merges of two contacts, which can be undone. The loser's row remains hidden, and all references move to the winner.
create table merges (
  id uuid primary key default gen_random_uuid(),
  winner_id uuid not null references contacts (id) on delete cascade,
  loser_id uuid not null references contacts (id) on delete cascade,
  -- The chosen side per column: {"first_name": "loser", "custom.city": "winner"}.
  field_choices jsonb not null default '{}',
  -- {"winner", "loser": the rows before, "merged": the winner after, "staff_details": the same of the details, "moved": [{"rel", "col",
  -- "rows": [{"key", "seen"}]}], "demoted": [point]}
  snapshot jsonb not null,
  merged_by uuid default auth.uid() references auth.users (id) on delete set null,
  merged_at timestamptz not null default clock_timestamp(),
  undone_by uuid references auth.users (id) on delete set null,
  undone_at timestamptz,
  constraint merge_with_itself check (winner_id <> loser_id)
);
create unique index already_merged on merges (loser_id) where undone_at is null;
create index merges_of_winner on merges (winner_id, merged_at desc);
create index merges_latest on merges (merged_at desc);

-- Deletion of a contact looks up the contacts merged into it.
create index contacts_merged_into on contacts (merged_into_id) where merged_into_id is not null;
