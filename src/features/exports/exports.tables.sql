-- Log of exported contact lists: who exported how many, with which filter. Insert-only.
create table exports (
  id uuid primary key default gen_random_uuid(),
  format text not null constraint unknown_export_format check (format in ('csv', 'xlsx')),
  -- The query string of the list.
  search text not null default '' check (char_length(search) <= 4000),
  people integer not null check (people >= 0),
  by uuid default auth.uid() references auth.users (id) on delete set null,
  at timestamptz not null default now()
);
create index exports_newest on exports (at desc);
create index exports_by on exports (by);
