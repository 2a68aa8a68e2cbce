-- Every column that points at a contact, asked of the catalog: a table made next year is not forgotten.
-- Left out is what speaks of two records and not of the person: the records themselves, their merges and possible duplicates.
create function contact_references() returns table (rel regclass, col name, key name[])
language sql stable set search_path = '' as $$
  select c.conrelid::regclass, a.attname,
    (select array_agg(k.attname order by k.attnum)
     from pg_catalog.pg_index i join pg_catalog.pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey)
     where i.indrelid = c.conrelid and i.indisprimary)
  from pg_catalog.pg_constraint c
  cross join unnest(c.conkey, c.confkey) points (here, there)
  join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = points.here
  join pg_catalog.pg_attribute id on id.attrelid = c.confrelid and id.attnum = points.there and id.attname = 'id'
  where c.contype = 'f' and c.confrelid = 'public.contacts'::regclass and c.conparentid = 0
    and c.conrelid <> all (array['public.contacts', 'public.merges', 'public.duplicate_pairs']::regclass[])
  order by c.conrelid::regclass::text, a.attname
$$;

-- Triggers tell the story of what people do. A row that is led elsewhere did nothing: it keeps its version, and the ledger of consents
-- keeps every word of every line. Only for the owner of the database, and only until the caller sets it back.
create function be_silent(is_silent boolean) returns void
language sql volatile set search_path = '' as $$
  select set_config('session_replication_role', case when is_silent then 'replica' else 'origin' end, true)
$$;

-- Leads the rows of one table over. What the winner has already (the same number, a place at the same product) stays where it is.
-- Answers the rows that moved: which they are now, and their version (a digest of the row where it has none).
create function lead_rows(rel regclass, col name, key name[], from_id uuid, to_id uuid) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  told constant text := format(
    'select coalesce(jsonb_agg(jsonb_build_object(''key'', jsonb_build_array(%s), ''seen'', coalesce(to_jsonb(led) ->> ''version'', md5(to_jsonb(led)::text)))), ''[]'') from led',
    (select string_agg(format('led.%I', k), ', ') from unnest(key) k));
  place tid;
  one jsonb;
  moved jsonb := '[]';
begin
  begin
    execute format('with led as (update %s t set %I = $2 where t.%2$I = $1 returning t.*) ', rel, col) || told into moved using from_id, to_id;
  exception when unique_violation or exclusion_violation then
    for place in execute format('select t.ctid from %s t where t.%I = $1', rel, col) using from_id loop
      begin
        execute format('with led as (update %s t set %I = $2 where t.ctid = $1 returning t.*) ', rel, col) || told into one using place, to_id;
        moved := moved || one;
      exception when unique_violation or exclusion_violation then
        continue;
      end;
    end loop;
  end;
  return moved;
end
$$;

-- The facts of the one record that they become: what was chosen, else what the winner has, else what the loser has.
create function merge_facts(winner contacts, loser contacts, choices jsonb) returns contacts
language plpgsql stable set search_path = '' as $$
declare
  -- What is no fact of a person, and what goes along with another column.
  kept constant text[] := array['id', 'created_at', 'deleted_at', 'merged_into_id', 'is_demo', 'version', 'full_name', 'search_name', 'custom'];
  along constant jsonb := '{"household_role": "household_id", "call_basis_at": "call_basis", "call_basis_note": "call_basis"}';
  ours constant jsonb := to_jsonb(winner);
  theirs constant jsonb := to_jsonb(loser);
  merged public.contacts;
begin
  merged := jsonb_populate_record(winner, (
    select jsonb_object_agg(field.key, case
      when choices ->> field.chosen_by = 'loser' then theirs -> field.key
      when choices ->> field.chosen_by = 'winner' then ours -> field.key
      when ours -> field.chosen_by = 'null' then theirs -> field.key
      else ours -> field.key
    end)
    from (select k as key, coalesce(along ->> k, k) as chosen_by from jsonb_object_keys(ours) k where k <> all (kept)) field));

  merged.custom := loser.custom || winner.custom || coalesce((
    select jsonb_object_agg(substr(c.key, 8), loser.custom -> substr(c.key, 8))
    from jsonb_each_text(choices) c where c.key like 'custom.%' and c.value = 'loser'), '{}');
  -- Whoever asked once to be left alone is left alone.
  merged.do_not_contact := winner.do_not_contact or loser.do_not_contact;
  merged.score := greatest(winner.score, loser.score);
  merged.last_activity_at := greatest(winner.last_activity_at, loser.last_activity_at);
  merged.next_step_at := least(winner.next_step_at, loser.next_step_at);
  if loser.created_at < winner.created_at then
    merged.first_touch := coalesce(loser.first_touch, winner.first_touch);
  end if;
  return merged;
end
$$;

-- Writes the facts of a record as one save: with its checks and its next version.
create function write_facts(facts contacts) returns contacts
language plpgsql volatile set search_path = '' as $$
declare
  written constant text := (
    select string_agg(format('%I', a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
    where a.attrelid = 'public.contacts'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname <> all (array['id', 'created_at', 'is_demo', 'version', 'full_name', 'search_name']));
  saved public.contacts;
begin
  execute format('update public.contacts c set (%1$s) = (select %1$s from (select ($1).*) facts) where c.id = ($1).id returning c.*', written)
  into saved using facts;
  return saved;
end
$$;

-- Silent, so that the line itself is no activity of the person: parted again, they are what they were.
create function tell_of_merge(what text, about contacts, merge uuid, other contacts) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform public.be_silent(true);
  insert into public.activities (type, actor_kind, actor_id, contact_id, household_id, related_type, related_id, title_cache, is_demo)
  values (what, 'user', auth.uid(), about.id, about.household_id, 'merge', merge, left(other.full_name, 200), about.is_demo);
  perform public.be_silent(false);
end
$$;
