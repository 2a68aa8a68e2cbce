create function bulk.note(entity text, change jsonb, before jsonb) returns uuid
language sql volatile security definer set search_path = '' as $$
  insert into public.bulk_changes (entity, change, before) values (note.entity, note.change, note.before) returning id
$$;

grant execute on function bulk.note(text, jsonb, jsonb) to authenticated, service_role;

-- Updates the given columns of the given rows and records their former values. `columns` is {"owner_id": "…"}; unchanged rows and rows the
-- caller may not update are skipped. Returns the entries of `before.rows`.
create function bulk_set(entity text, ids uuid[], columns jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  changed jsonb;
begin
  if entity not in ('contacts', 'opportunities', 'tasks') or columns = '{}' then
    raise sqlstate 'PT422' using message = 'unknown_bulk_entity';
  end if;
  -- Locked in the order of ids, to avoid deadlocks.
  execute format(
    'with old as (select t.id, %2$s as was from public.%1$I t where t.id = any ($1) order by t.id for no key update),
     done as (
       update public.%1$I t set %3$s from old, jsonb_populate_record(null::public.%1$I, $2) n
       where t.id = old.id and (%4$s) returning t.id, t.version, old.was)
     select coalesce(jsonb_agg(jsonb_build_object(''id'', id, ''version'', version, ''was'', was)), ''[]'') from done',
    entity,
    (select 'jsonb_build_object(' || string_agg(format('%L, t.%I', key, key), ', ') || ')' from jsonb_object_keys(columns) key),
    (select string_agg(format('%I = n.%I', key, key), ', ') from jsonb_object_keys(columns) key),
    (select string_agg(format('t.%I is distinct from n.%I', key, key), ' or ') from jsonb_object_keys(columns) key))
    into changed using ids, columns;
  return changed;
end
$$;

-- Undoes a bulk change for rows that have not changed since; returns their number and the first skipped row.
create function undo_bulk(batch uuid) returns jsonb
language plpgsql volatile set search_path = '' set statement_timeout = '60s' as $$
declare
  target public.bulk_changes;
  -- A batch updates the same columns of every row.
  columns text;
  restored uuid[] := '{}';
  put_away integer := 0;
  of_it uuid[];
  leftover jsonb;
begin
  select * into target from public.bulk_changes b where b.id = batch for update;
  if not found then raise sqlstate 'PT404' using message = 'bulk_not_found'; end if;
  if target.undone_at is not null then raise sqlstate 'PT409' using message = 'bulk_already_undone'; end if;

  select string_agg(format('%1$I = (x.was).%1$I', key), ', ') into columns from jsonb_object_keys(target.before #> '{rows,0,was}') key;
  if columns is not null then
    execute format(
      'with x as (
         select (r ->> ''id'')::uuid as id, (r ->> ''version'')::integer as version, jsonb_populate_record(null::public.%1$I, r -> ''was'') as was
         from jsonb_array_elements($1) r),
       locked as (select t.id from public.%1$I t where t.id in (select x.id from x) order by t.id for no key update),
       done as (
         update public.%1$I t set %2$s from x where t.id = x.id and t.version = x.version and t.id in (select id from locked)
         returning t.id)
       select coalesce(array_agg(id), ''{}'') from done', target.entity, columns)
      into restored using target.before -> 'rows';
  end if;

  if target.entity = 'opportunities' and target.change ? 'stage_id' then
    perform private.forget_moves(restored, target."by", target.began_at, target.at);
    perform private.forget_moves(restored, auth.uid(), now(), clock_timestamp());
  end if;

  -- Tasks created by the change, unless they have been edited.
  of_it := array(select value::uuid from jsonb_array_elements_text(coalesce(target.before -> 'tasks', '[]')));
  if of_it <> '{}' then
    update public.tasks t set deleted_at = now() where t.id = any (of_it) and t.version = 1 and t.status = 'To Do';
    get diagnostics put_away = row_count;
  end if;
  of_it := array(select value::uuid from jsonb_array_elements_text(coalesce(target.before -> 'tagged', '[]')));
  if of_it <> '{}' then
    delete from public.contact_tags t where t.tag_id = (target.change ->> 'add_tag')::uuid and t.contact_id = any (of_it);
    get diagnostics put_away = row_count;
  end if;
  if target.change ? 'delete_tag' then
    insert into public.tags (id, name, color)
    select t.id, t.name, t.color from jsonb_populate_record(null::public.tags, target.change -> 'delete_tag') t;
  end if;
  of_it := array(select value::uuid from jsonb_array_elements_text(coalesce(target.before -> 'untagged', '[]')));
  if of_it <> '{}' then
    insert into public.contact_tags (contact_id, tag_id)
    select c.id, coalesce(target.change ->> 'remove_tag', target.change #>> '{delete_tag,id}')::uuid from public.contacts c where c.id = any (of_it)
    on conflict do nothing;
    get diagnostics put_away = row_count;
  end if;

  update public.bulk_changes b set undone_at = now() where b.id = batch;
  if columns is not null then
    execute format(
      'select coalesce(jsonb_agg(jsonb_build_object(''id'', t.id, ''name'', t.%2$I)), ''[]'') from (
         select * from public.%1$I t where t.id in (select (r ->> ''id'')::uuid from jsonb_array_elements($1) r) and t.id <> all ($2) limit 20) t',
      target.entity, case target.entity when 'contacts' then 'full_name' else 'name' end)
      into leftover using target.before -> 'rows', restored;
  end if;
  return jsonb_build_object(
    'restored', cardinality(restored) + put_away,
    'left', coalesce(jsonb_array_length(target.before -> 'rows'), 0) - cardinality(restored),
    'left_names', coalesce((select jsonb_agg(name -> 'name') from jsonb_array_elements(leftover) name), '[]'));
end
$$;

grant execute on function bulk_set(text, uuid[], jsonb), undo_bulk(uuid) to authenticated, service_role;
