-- Security definer, because no index would be used under policies. The function checks the caller's access.
create function found_note_ids(words text, at_most integer) returns setof uuid
language plpgsql stable security definer set search_path = public, extensions as $$
declare
  tokens constant text[] := array(select distinct t from regexp_split_to_table(he_norm(left(words, 200)), ' ') t where char_length(t) > 1);
begin
  if tokens = '{}' or not has_role('owner', 'admin', 'sales', 'coach') then return; end if;
  return query execute format(
    'select a.id from (select * from activities a where a.payload ? ''text'' and a.deleted_at is null and %s offset 0) a
     where %s and exists (select from contacts c where c.id = a.contact_id and c.deleted_at is null)
     order by a.happened_at desc limit $1',
    (select string_agg(format('he_norm(a.payload ->> ''text'') like %L', '%' || t || '%'), ' and ') from unnest(tokens) t),
    case when has_role('owner', 'admin', 'sales') then 'true' else 'a.contact_id = any (array(select my_contact_ids()))' end)
    using at_most;
end
$$;

-- The latest notes that contain these words, each with its contact. The caller's policies apply.
create function search_notes(query text, result_limit integer default 4)
returns table (id uuid, contact_id uuid, full_name text, words text, happened_at timestamptz)
language sql stable set search_path = public, extensions as $$
  select a.id, c.id, c.full_name, left(a.payload ->> 'text', 160), a.happened_at
  from activities a join contacts c on c.id = a.contact_id and c.deleted_at is null
  where a.id = any (array(select found_note_ids(query, least(greatest(result_limit, 1), 50))))
  order by a.happened_at desc
$$;
comment on function search_notes is 'never null: id, contact_id, full_name, words, happened_at';

grant execute on function found_note_ids(text, integer), search_notes(text, integer) to authenticated, service_role;
