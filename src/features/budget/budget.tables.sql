-- The money of a household. Amounts and descriptions are sealed by the server, and summed only after they are opened.
create table budget_items (
  -- Chosen by the browser: a save that is repeated after a lost response finds its row.
  id uuid primary key,
  -- Null: a private item of a contact without a household.
  household_id uuid references households (id) on delete cascade,
  -- Null: shared by the household.
  private_to uuid references contacts (id) on delete cascade,
  kind text not null constraint unknown_budget_kind check (kind in ('line', 'entry', 'debt', 'goal', 'asset', 'rule', 'plan')),
  -- Its first day.
  month date,
  -- Additional authenticated data of the seal. No foreign key: a merge of contacts or households leaves it.
  sealed_for uuid not null,
  sealed bytea not null,
  created_by uuid references contacts (id) on delete set null,
  updated_by uuid references contacts (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_demo boolean not null default false,
  -- Counted by the handlers: a rotation of the key is no change of the item.
  version integer not null default 1,
  constraint budget_item_without_home check (household_id is not null or private_to is not null),
  constraint budget_month_by_kind check ((kind in ('line', 'entry')) = (month is not null)),
  constraint budget_month_first_day check (extract(day from month) = 1)
);
create index budget_items_of_household on budget_items (household_id, month);
create index budget_items_of_contact on budget_items (private_to);
create index budget_items_created_by on budget_items (created_by);
create index budget_items_updated_by on budget_items (updated_by);

-- The answer of a partner to sharing with the coach. Without a row: not shared.
create table budget_sharing (
  contact_id uuid primary key references contacts (id) on delete cascade,
  is_shared boolean not null,
  changed_at timestamptz not null default now()
);

-- Each reading by staff, shown to the household.
create table budget_reads (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households (id) on delete cascade,
  -- No foreign key: the entry outlives the user.
  read_by uuid not null,
  reader_name text not null,
  month date,
  purpose text not null constraint unknown_budget_purpose check (purpose in ('view', 'export')),
  at timestamptz not null default now()
);
create index budget_reads_of_household on budget_reads (household_id, at desc);

alter table budget_items replica identity full;
alter publication supabase_realtime add table budget_items;
