-- Lists of people that leave the house: who took how many, and by which filter. Only ever added to.
create table exports (
  id uuid primary key default gen_random_uuid(),
  format text not null constraint unknown_export_format check (format in ('csv', 'xlsx')),
  -- The query string of the list, as it stood in the address.
  search text not null default '' check (char_length(search) <= 4000),
  people integer not null check (people >= 0),
  by uuid default auth.uid() references auth.users (id) on delete set null,
  at timestamptz not null default now()
);
create index exports_newest on exports (at desc);
create index exports_by on exports (by);

alter table exports enable row level security;
grant select, insert (id, format, search, people) on exports to authenticated;
create policy "owners and admins see who took lists of people along" on exports for select to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins note the list that they take along" on exports for insert to authenticated
  with check (by = (select auth.uid()) and (select has_role('owner', 'admin')));

-- Whom a list holds, in its order, as the caller sees it: the chosen ones, or all of the filter.
create function exported_ids(filter jsonb, sort text, chosen uuid[] default null, but uuid[] default '{}') returns setof uuid
language plpgsql stable set search_path = public, extensions as $$
begin
  return query execute format('select c.id from contacts c where %s%s%s order by %s %s nulls last, c.id',
    case when chosen is null then contact_filter(filter) else 'c.deleted_at is null' end,
    case when chosen is null then '' else ' and c.id = any ($1)' end,
    case when but = '{}' then '' else ' and c.id <> all ($2)' end,
    case ltrim(sort, '-')
      when 'activity' then 'c.last_activity_at' when 'created' then 'c.created_at'
      when 'name' then 'c.search_name collate "C"' when 'next_step' then 'c.next_step_at' else refuse_filter() end,
    case when sort like '-%' then 'desc' else 'asc' end) using chosen, but;
end
$$;
grant execute on function exported_ids(jsonb, text, uuid[], uuid[]) to authenticated, service_role;
