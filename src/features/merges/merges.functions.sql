-- All columns that refer to a contact, from the catalog, so that new tables are included. Excluded are tables about two contacts (contacts
-- themselves, merges, duplicate pairs) and the details, which are merged by column.
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
    and c.conrelid <> all (array['public.contacts', 'public.contact_staff_details', 'public.merges', 'public.duplicate_pairs']::regclass[])
  order by c.conrelid::regclass::text, a.attname
$$;

-- Disables triggers for rows that are only reassigned: their version does not change, and the insert-only consents can be updated. Only for
-- the database owner, until the caller enables them again.
create function suppress_triggers(is_silent boolean) returns void
language sql volatile set search_path = '' as $$
  select set_config('session_replication_role', case when is_silent then 'replica' else 'origin' end, true)
$$;

-- Reassigns the rows of one table. Rows that would violate a unique constraint stay. Returns the reassigned rows with their version (a
-- digest of rows without one).
create function reassign_rows(rel regclass, col name, key name[], from_id uuid, to_id uuid) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  moved_rows constant text := format(
    'select coalesce(jsonb_agg(jsonb_build_object(''key'', jsonb_build_array(%s), ''seen'', coalesce(to_jsonb(led) ->> ''version'', md5(to_jsonb(led)::text)))), ''[]'') from led',
    (select string_agg(format('led.%I', k), ', ') from unnest(key) k));
  place tid;
  one jsonb;
  moved jsonb := '[]';
begin
  begin
    execute format('with led as (update %s t set %I = $2 where t.%2$I = $1 returning t.*) ', rel, col) || moved_rows into moved using from_id, to_id;
  exception when unique_violation or exclusion_violation then
    for place in execute format('select t.ctid from %s t where t.%I = $1', rel, col) using from_id loop
      begin
        execute format('with led as (update %s t set %I = $2 where t.ctid = $1 returning t.*) ', rel, col) || moved_rows into one using place, to_id;
        moved := moved || one;
      exception when unique_violation or exclusion_violation then
        continue;
      end;
    end loop;
  end;
  return moved;
end
$$;

-- The columns of a merged row: the chosen value, otherwise the winner's, otherwise the loser's. `along` maps a column to the column whose
-- choice it follows.
create function merged_columns(ours jsonb, theirs jsonb, choices jsonb, along jsonb, excluded text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(field.key, case
    when choices ->> field.chosen_by = 'loser' then theirs -> field.key
    when choices ->> field.chosen_by = 'winner' then ours -> field.key
    when ours -> field.chosen_by = 'null' then theirs -> field.key
    else ours -> field.key
  end)
  from (select k as key, coalesce(along ->> k, k) as chosen_by from jsonb_object_keys(ours) k where k <> all (excluded)) field
$$;

create function merged_fields(winner contacts, loser contacts, choices jsonb) returns contacts
language plpgsql stable set search_path = '' as $$
declare
  -- Columns that contain no personal data, or that are derived from other columns.
  excluded constant text[] := array['id', 'created_at', 'deleted_at', 'merged_into_id', 'is_demo', 'version', 'full_name', 'search_name'];
  merged public.contacts;
begin
  merged := jsonb_populate_record(winner,
    public.merged_columns(to_jsonb(winner), to_jsonb(loser), choices, '{"household_role": "household_id"}', excluded));

  -- A do-not-contact mark of either contact applies.
  merged.do_not_contact := winner.do_not_contact or loser.do_not_contact;
  merged.last_activity_at := greatest(winner.last_activity_at, loser.last_activity_at);
  merged.next_step_at := least(winner.next_step_at, loser.next_step_at);
  return merged;
end
$$;

-- The writable columns of a table from the catalog, as an SQL list that includes future columns.
create function columns_except(rel regclass, excluded name[]) returns text
language sql stable set search_path = '' as $$
  select string_agg(format('%I', a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
  where a.attrelid = rel and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> all (excluded)
$$;

-- Updates a contact in one statement, with its checks and version.
create function write_contact_fields(facts contacts) returns contacts
language plpgsql volatile set search_path = '' as $$
declare
  written constant text := public.columns_except('public.contacts', array['id', 'created_at', 'is_demo', 'version', 'full_name', 'search_name']);
  saved public.contacts;
begin
  execute format('update public.contacts c set (%1$s) = (select %1$s from (select ($1).*) facts) where c.id = ($1).id returning c.*', written)
  into saved using facts;
  return saved;
end
$$;

-- Logs a merge with triggers suppressed: the entry does not count as activity, and an undo restores the former state.
create function log_merge(what text, about contacts, merge uuid, other contacts) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform public.suppress_triggers(true);
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, is_demo)
  values (what, 'user', auth.uid(), about.id, 'merge', merge, left(other.full_name, 200), about.is_demo);
  perform public.suppress_triggers(false);
end
$$;
