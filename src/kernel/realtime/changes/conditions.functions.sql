-- Patterns that take long are evaluated here too, in the queue for conditions whose cost the client determines.
create function realtime.condition_matches(relation oid, column_name text, operator text, wanted text[], value text) returns boolean
language plpgsql stable as $$
declare
  sign text := case operator
    when 'eq' then '=' when 'neq' then '<>' when 'lt' then '<' when 'lte' then '<=' when 'gt' then '>' when 'gte' then '>='
    when 'isdistinct' then 'is distinct from' when 'in' then '=' when 'match' then '~' when 'imatch' then '~*'
    when 'like' then '~~' when 'ilike' then '~~*' end;
  type text;
  collate_clause text;
  answer boolean;
begin
  select format_type(atttypid, -1), case when attcollation <> 0 then format('collate %s', attcollation::regcollation) else '' end
    into type, collate_clause
    from pg_attribute where attrelid = relation and attname = column_name;
  execute format('select bool_or($1::%s %s %s each::%s) from unnest($2) as each',
    type, collate_clause, sign, case when operator in ('match', 'imatch', 'like', 'ilike') then 'text' else type end)
    into answer using value, wanted;
  return answer;
end $$;

-- Evaluates many conditions of one table. A condition that raises an error counts as false.
create function realtime.conditions_match(relation oid, asked jsonb) returns boolean[] language plpgsql stable as $$
declare
  answers boolean[] := '{}';
  question record;
begin
  for question in select * from jsonb_to_recordset(asked) as each ("column" text, operator text, wanted text[], value text) loop
    begin
      answers := answers || coalesce(
        realtime.condition_matches(relation, question."column", question.operator, question.wanted, question.value), false);
    exception when others then
      answers := answers || false;
    end;
  end loop;
  return answers;
end $$;

-- Formats many values of one column by its type.
create function realtime.format_values(relation oid, column_name text, wanted text[]) returns text[] language sql stable as $$
  select array(select realtime.format_value(relation, column_name, value) from unnest(wanted) with ordinality as each (value, place) order by place)
$$;

grant execute on function realtime.condition_matches, realtime.conditions_match, realtime.format_values to supabase_realtime_admin;
