-- Index words are maintained per statement, because imports insert and delete thousands of contacts. A word is deleted
-- when no name contains it as a whole word.
create function delete_unused_name_words(words text[]) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.name_words w
  where w.word = any (words)
    and not exists (select from public.contacts c where public.words_of_name(c.search_name) @> array[w.word])
$$;

create function index_new_names() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Sorted, so that two imports do not deadlock.
  insert into public.name_words select distinct word from written w, unnest(public.words_of_name(w.search_name)) word order by 1
  on conflict do nothing;
  return null;
end
$$;
create trigger index_new_names after insert on contacts referencing new table as written
  for each statement execute function index_new_names();

create function unindex_deleted_names() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.delete_unused_name_words(array(select distinct word from gone g, unnest(public.words_of_name(g.search_name)) word));
  return null;
end
$$;
create trigger unindex_deleted_names after delete on contacts referencing old table as gone
  for each statement execute function unindex_deleted_names();

create function index_changed_names() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.name_words select unnest(public.words_of_name(new.search_name)) on conflict do nothing;
  perform public.delete_unused_name_words(public.words_of_name(old.search_name));
  return null;
end
$$;
create trigger index_changed_names after update on contacts
  for each row when (old.search_name <> new.search_name) execute function index_changed_names();

-- Contacts that match the words, best first. `rank` 1: a number, an address or part of a name; 2: a name without Hebrew
-- prefix letters; 3: a similar spelling. Security definer, because LIKE is not leakproof and no index would be used
-- under policies. The function checks the caller's access.
create function found_contact_ids(words text, at_most integer) returns table (id uuid, rank integer)
language plpgsql stable security definer set search_path = public, extensions set pg_trgm.similarity_threshold = 0.3 as $$
declare
  typed constant text := left(words, 200);
  tokens constant text[] := array(select distinct t from regexp_split_to_table(he_norm(typed), ' ') t where t <> '');
  digits constant text := regexp_replace(regexp_replace(typed, '\D', '', 'g'), '^(00972|972)?0*', '');
  mail constant text := replace(lower(btrim(typed)), '_', '\_');
  whose constant text := case
    when has_role('owner', 'admin', 'sales') then 'true'
    when has_role('coach') then 'c.id = any (array(select my_contact_ids()))'
    else format('c.client_user_id = %L', auth.uid()) end;
  -- Two common words may match no contact together: `offset 0` makes the planner look up the words before sorting.
  named constant text := 'select c.id, %s from (select * from contacts c where c.deleted_at is null and (%s) and %s'
    || case when cardinality(tokens) > 1 and exists (select from unnest(tokens) t where char_length(t) > 2) then ' offset 0' else '' end
    || ') c order by c.last_activity_at desc nulls last, c.id limit $1';
begin
  if tokens = '{}' then return; end if;

  -- A phone number has no letters, an e-mail address no Hebrew.
  if char_length(digits) >= 3 and typed !~ '[[:alpha:]@]' then
    return query execute format(
      'select c.id, 1 from contacts c where c.deleted_at is null and (%s)
         and c.id in (select p.contact_id from contact_points p where p.kind = ''phone'' and %s)
       order by c.last_activity_at desc nulls last, c.id limit $1',
      whose,
      case when char_length(digits) >= 8
        then format('p.value_norm = any (%L)', array['+972' || digits, '+' || regexp_replace(typed, '\D', '', 'g'), '+' || digits])
        else format('p.value_norm like %L', '%' || digits || '%') end)
      using at_most;
    if found then return; end if;
  elsif char_length(mail) >= 3 and typed !~ '[\u0590-\u05ff\s%\\]' then
    return query execute format(
      'select c.id, 1 from contacts c where c.deleted_at is null and (%s)
         and c.id in (select p.contact_id from contact_points p where p.kind = ''email'' and p.value_norm like %L)
       order by c.last_activity_at desc nulls last, c.id limit $1',
      whose, '%' || mail || '%')
      using at_most;
    if found then return; end if;
  end if;

  return query execute format(named, 1, whose, every_word(tokens)) using at_most;
  if found then return; end if;
  if exists (select from unnest(tokens) t where t ~ '^[והבלמשכ].{3,}') then
    return query execute format(named, 2, whose, every_word(array(select regexp_replace(t, '^[והבלמשכ](?=.{3})', '') from unnest(tokens) t)))
      using at_most;
    if found then return; end if;
  end if;
  return query execute format(named, 3, whose, (select string_agg(format('c.search_name like any (%L)', trigram_similar(t)), ' and ') from unnest(tokens) t))
    using at_most;
end
$$;

create function every_word(tokens text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(format('c.search_name like %L', '%' || t || '%'), ' and ') from unnest(tokens) t
$$;

-- Index words similar to `word`, as patterns. `word` is always included.
create function trigram_similar(word text) returns text[]
language sql stable security definer set search_path = public, extensions set pg_trgm.similarity_threshold = 0.3 as $$
  select array_prepend('%' || trigram_similar.word || '%', array(
    select '%' || w.word || '%' from name_words w
    where w.word % trigram_similar.word and abs(char_length(w.word) - char_length(trigram_similar.word)) <= 2
    order by similarity(w.word, trigram_similar.word) desc, w.word limit 5))
$$;

-- Contacts by any part of their name, a phone in any format, or an e-mail address. The caller's policies apply.
create function search_contacts(query text, result_limit integer default 20) returns setof contacts
language sql stable set search_path = public, extensions as $$
  select c.* from found_contact_ids(query, least(greatest(result_limit, 1), 100)) found
  join contacts c on c.id = found.id
  order by found.rank, c.last_activity_at desc nulls last, c.full_name, c.id
$$;

grant execute on function search_contacts(text, integer) to authenticated, service_role;

grant execute on function found_contact_ids(text, integer) to authenticated, service_role;
