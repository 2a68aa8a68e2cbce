-- The condition for rows with one of the given values, and for rows without a value. Only the requested part is
-- emitted: a needless OR prevents the use of an index.
create function any_or_none(given text[], or_none boolean, has_one text, has_nothing text) returns text
language sql immutable set search_path = '' as $$
  select case when not or_none then has_one when given = '{}' then has_nothing else '(' || has_one || ' or ' || has_nothing || ')' end
$$;

-- One condition on the row `c` as SQL: {"field": "lifecycle", "op": "is", "values": ["lead"]}. Values are always quoted and unknown fields
-- refused. A test compares the fields with the contract.
create function contact_condition(condition jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  field constant text := condition ->> 'field';
  op constant text := condition ->> 'op';
  vals constant text[] := array(select jsonb_array_elements_text(condition -> 'values'));
  one constant text := vals[1];
  -- The value 'none' selects rows without a value.
  given constant text[] := array_remove(vals, 'none');
  or_none constant boolean := 'none' = any (vals);
  key text;
  is_so text;
begin
  if field is null or op is null or cardinality(vals) not between 1 and 100 then
    raise sqlstate 'PT422' using message = 'filter_invalid';
  end if;

  if field in ('created', 'activity') then
    key := case field when 'created' then 'c.created_at' else 'case when c.last_activity_at is null then ''-infinity'' else c.last_activity_at end' end;
    return case op
      when 'last' then format('%s >= now() - make_interval(days => %L)', key, one::integer)
      when 'older' then format('%s < now() - make_interval(days => %L)', key, one::integer)
      when 'from' then format('%s >= %L::date::timestamp at time zone ''Asia/Jerusalem''', key, one::date)
      when 'to' then format('%s < (%L::date + 1)::timestamp at time zone ''Asia/Jerusalem''', key, one::date)
      else public.refuse_filter() end;
  end if;

  if field like 'custom.%' then
    key := substr(field, 8);
    if key !~ '^[a-z][a-z0-9_]{0,39}$' then return public.refuse_filter(); end if;
    is_so := case op
      when 'is' then public.any_or_none(given, or_none,
        format('(d.custom -> %1$L ?| %2$L or d.custom ->> %1$L = any (%2$L))', key, given), format('not d.custom ? %L', key))
      when 'not' then 'not coalesce(' || public.any_or_none(given, or_none,
        format('(d.custom -> %1$L ?| %2$L or d.custom ->> %1$L = any (%2$L))', key, given), format('not d.custom ? %L', key)) || ', false)'
      when 'contains' then format('strpos(public.he_norm(d.custom ->> %L), public.he_norm(%L)) > 0', key, one)
      when 'min' then format('d.custom -> %L >= %L and jsonb_typeof(d.custom -> %1$L) = ''number''', key, to_jsonb(one::numeric))
      when 'max' then format('d.custom -> %L <= %L and jsonb_typeof(d.custom -> %1$L) = ''number''', key, to_jsonb(one::numeric))
      when 'from' then format('d.custom ->> %L >= %L', key, one::date)
      when 'to' then format('d.custom ->> %L <= %L', key, one::date)
      else public.refuse_filter() end;
    return format('c.id in (select d.contact_id from public.contact_staff_details d where %s)', is_so);
  end if;

  is_so := case field
    when 'lifecycle' then format('c.lifecycle = any (%L)', vals)
    when 'owner' then public.any_or_none(given, or_none, format('c.owner_id = any (%L)',
      array(select case v when 'me' then auth.uid() else v::uuid end from unnest(given) v)), 'c.owner_id is null')
    when 'source' then public.any_or_none(given, or_none, format('c.source = any (%L)', given), 'c.source is null')
    when 'tag' then public.any_or_none(given, or_none,
      format('c.id in (select t.contact_id from public.contact_tags t where t.tag_id = any (%L))', given::uuid[]),
      'not exists (select from public.contact_tags t where t.contact_id = c.id)')
    when 'deal' then public.any_or_none(given, or_none,
      format('c.id in (select o.contact_id from public.opportunities o where o.deleted_at is null and o.status = any (%L))', given),
      'not exists (select from public.opportunities o where o.contact_id = c.id and o.deleted_at is null)')
    when 'stage' then format('c.id in (select o.contact_id from public.opportunities o where o.deleted_at is null and o.stage_id = any (%L))',
      vals::uuid[])
    when 'next_step' then '(' || (
      select string_agg(case v
        when 'none' then 'c.next_step_at is null'
        when 'overdue' then 'c.next_step_at < now()'
        when 'planned' then 'c.next_step_at >= now()'
        else public.refuse_filter() end, ' or ') from unnest(vals) v) || ')'
    when 'consent' then format('exists (
      select from public.consents k where k.contact_id = c.id and k.purpose = ''marketing'' and k.action = ''grant'' and k.channel = any (%L)
        and not exists (select from public.consents l where l.contact_id = k.contact_id and l.value_norm = k.value_norm
          and l.channel = k.channel and l.purpose = k.purpose and l.action = ''withdraw'' and l.at >= k.at))', vals)
    when 'has' then '(' || (
      select string_agg(case v
        when 'phone' then 'exists (select from public.contact_points p where p.contact_id = c.id and p.kind = ''phone'')'
        when 'email' then 'exists (select from public.contact_points p where p.contact_id = c.id and p.kind = ''email'')'
        when 'household' then 'c.household_id is not null'
        when 'portal' then 'c.client_user_id is not null'
        when 'dnc' then 'c.do_not_contact'
        else public.refuse_filter() end, ' and ') from unnest(vals) v) || ')'
    else public.refuse_filter() end;
  return case op
    when 'is' then is_so
    when 'not' then 'not coalesce(' || is_so || ', false)'
    else public.refuse_filter() end;
exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or numeric_value_out_of_range then
  return public.refuse_filter();
end
$$;

-- Volatile, or the planner would evaluate it, and raise, at plan time.
create function refuse_filter() returns text language plpgsql volatile set search_path = '' as $$
begin
  raise sqlstate 'PT422' using message = 'filter_invalid';
end
$$;

-- The complete condition of a list on the row `c`: groups of conditions combined by or, and the search words. {"groups": [[{"field", "op",
-- "values"}]], "words": "כהן"}
create function contact_filter(filter jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  words constant text := btrim(coalesce(filter ->> 'words', ''));
  groups constant jsonb := coalesce(filter -> 'groups', '[]');
  asked text;
begin
  if jsonb_typeof(groups) <> 'array' or jsonb_array_length(groups) > 10 or char_length(groups::text) > 20000 then
    return public.refuse_filter();
  end if;
  select string_agg('(' || conditions || ')', ' or ') into asked
  from jsonb_array_elements(groups) with ordinality g (conditions_of, place)
  cross join lateral (
    select string_agg(public.contact_condition(c), ' and ') as conditions from jsonb_array_elements(conditions_of) c) each;
  return 'c.deleted_at is null'
    || coalesce(' and (' || asked || ')', '')
    || case when words <> '' then format(' and c.id = any (array(select f.id from public.found_contact_ids(%L, 5000) f))', words) else '' end
    -- Repeats the policy's condition for a coach, so that an index finds their few contacts.
    || case when public.has_role('coach') and not public.has_role('owner', 'admin', 'sales')
         then ' and c.id = any (array(select public.my_contact_ids()))' else '' end;
end
$$;

-- A page of the list. `sort` is activity, created, name or next_step, with '-' for descending. `after` is the last row's cursor, {"value":
-- …, "id": …}; `skip` is an offset instead.
create function list_contacts(filter jsonb default '{}', sort text default '-activity', after jsonb default null, skip integer default 0, at_most integer default 100)
returns setof contacts
language plpgsql stable set search_path = public, extensions as $$
declare
  key constant text := case ltrim(sort, '-')
    when 'activity' then 'case when c.last_activity_at is null then ''-infinity'' else c.last_activity_at end'
    when 'created' then 'c.created_at'
    when 'name' then 'c.search_name collate "C"'
    when 'next_step' then 'case when c.next_step_at is null then ''infinity'' else c.next_step_at end'
    else refuse_filter() end;
  descends constant boolean := sort like '-%';
  from_there text := '';
begin
  if after is not null then
    from_there := format(' and (%s, c.id) %s (%L, %L::uuid)', key, case when descends then '<' else '>' end,
      coalesce(after ->> 'value', case ltrim(sort, '-') when 'activity' then '-infinity' else 'infinity' end), after ->> 'id');
  end if;
  return query execute format('select c.* from contacts c where %s%s order by %s %s, c.id %4$s limit %s offset %s',
    contact_filter(filter), from_there, key, case when descends then 'desc' else 'asc' end,
    least(greatest(at_most, 1), 500), greatest(skip, 0));
end
$$;

-- Counts all contacts by an index instead of checking policies on each row. Security definer: returns null unless the
-- caller may see all contacts.
create function count_all_contacts() returns bigint
language sql stable security definer set search_path = '' as $$
  select case when public.has_role('owner', 'admin', 'sales')
    then (select count(*) from public.contacts c where c.deleted_at is null) end
$$;

-- The number of contacts in the list.
create function count_contacts(filter jsonb default '{}') returns bigint
language plpgsql stable set search_path = public, extensions as $$
declare
  found bigint;
begin
  if coalesce(filter -> 'groups', '[]') = '[]' and btrim(coalesce(filter ->> 'words', '')) = '' then
    found := count_all_contacts();
    if found is not null then return found; end if;
  end if;
  execute 'select count(*) from contacts c where ' || contact_filter(filter) into found;
  return found;
end
$$;
comment on function count_contacts is 'never null';

grant execute on function any_or_none(text[], boolean, text, text), contact_condition(jsonb), refuse_filter(), contact_filter(jsonb),
  list_contacts(jsonb, text, jsonb, integer, integer), count_contacts(jsonb) to authenticated, service_role;

grant execute on function count_all_contacts() to authenticated, service_role;
