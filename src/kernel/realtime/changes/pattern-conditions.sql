-- Patterns of LIKE that take time are asked here too, in the lane of all questions of which strangers choose how hard they are.
create or replace function realtime.condition_holds(relation oid, column_name text, operator text, wanted text[], value text) returns boolean
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
