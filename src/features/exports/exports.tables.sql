-- Log of exported lists: who exported how many rows, with which filter. Insert-only.
create table exports (
  id uuid primary key default gen_random_uuid(),
  list text not null constraint unknown_exported_list check (list in ('contacts', 'appointments', 'orders', 'form_submissions', 'quiz_attempts')),
  format text not null constraint unknown_export_format check (format in ('csv', 'xlsx')),
  -- The query string of the list.
  search text not null default '' check (char_length(search) <= 4000),
  row_count integer not null check (row_count >= 0),
  by uuid default auth.uid() references auth.users (id) on delete set null,
  at timestamptz not null default now()
);
create index exports_newest on exports (at desc);
create index exports_by on exports (by);
