-- The ids of a list in its order, limited to rows visible to the caller: the selected ones, or those matching the filter.
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
