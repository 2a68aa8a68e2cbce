-- Compares the published tables with those that have an outbox trigger. Tables published with a row filter are excluded: only the log
-- evaluates it.
create function realtime.outbox_state() returns table (relation oid, wanted text, is_watched boolean, is_right boolean)
language sql stable set search_path = '' as $$
  select coalesce(published.relation, tgrelid), wanted, tgrelid is not null, case
    when wanted is null then tgrelid is null
    else tgrelid is not null and tgenabled = 'A' and wanted = array_to_string(array_remove(array[
      case when tgtype & 4 > 0 then 'insert' end, case when tgtype & 16 > 0 then 'update' end, case when tgtype & 8 > 0 then 'delete' end
    ], null), ' or ')
  end
  from (
    select pg_class.oid as relation, nullif(array_to_string(array_remove(array[
      case when pubinsert then 'insert' end, case when pubupdate then 'update' end, case when pubdelete then 'delete' end
    ], null), ' or '), '') as wanted
    from pg_catalog.pg_publication_tables
    join pg_catalog.pg_publication using (pubname)
    join pg_catalog.pg_namespace on nspname = schemaname
    join pg_catalog.pg_class on relname = tablename and relnamespace = pg_namespace.oid
    where pubname = 'supabase_realtime' and rowfilter is null and relkind = 'r'
  ) as published
  full join (select tgrelid, tgenabled, tgtype from pg_catalog.pg_trigger where tgname = '0_realtime_outbox' and not tgisinternal) as watched
    on tgrelid = published.relation
$$;

-- Enables or disables the outbox of a table. The trigger's name sorts first, so that changes by other triggers are recorded after their
-- cause.
create function realtime.enable_outbox(relation oid) returns void language plpgsql security definer set search_path = '' as $$
declare
  events text := (select wanted from realtime.outbox_state() as each where each.relation = enable_outbox.relation);
begin
  if events is null then
    execute format('drop trigger if exists "0_realtime_outbox" on %s', relation::regclass);
  else
    execute format('create or replace trigger "0_realtime_outbox" after %s on %s for each row execute function realtime.record_change()',
      events, relation::regclass);
    execute format('alter table %s enable always trigger "0_realtime_outbox"', relation::regclass);
  end if;
end $$;
create function realtime.disable_outbox(relation oid) returns void language plpgsql security definer set search_path = '' as $$
begin
  execute format('drop trigger if exists "0_realtime_outbox" on %s', relation::regclass);
end $$;

-- The relation message of the log's decoder.
create function realtime.describe_tables(relations oid[])
returns table (relation oid, schema_name text, table_name text, identity text, columns jsonb) language sql stable set search_path = '' as $$
  select pg_class.oid, nspname::text, relname::text, relreplident::text, (
    select jsonb_agg(jsonb_build_object('number', attnum, 'name', attname, 'typeOid', atttypid::bigint, 'isKey', relreplident = 'f' or exists (
      select from pg_catalog.pg_index where indrelid = pg_class.oid and attnum = any (indkey)
        and case relreplident when 'd' then indisprimary when 'i' then indisreplident else false end
    )) order by attnum)
    from pg_catalog.pg_attribute
    where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated in ('', 's') and attname = any (attnames)
  )
  from pg_catalog.pg_class
  join pg_catalog.pg_namespace on pg_namespace.oid = relnamespace
  join pg_catalog.pg_publication_tables on schemaname = nspname and tablename = relname and pubname = 'supabase_realtime'
  where pg_class.oid = any (relations)
$$;

-- Deletes entries that every active node has read.
create function realtime.prune_outbox() returns bigint language plpgsql security definer set search_path = '' as $$
declare
  last realtime.outbox_pruning;
  pruned bigint;
begin
  select * into last from realtime.outbox_pruning for update skip locked;
  if last.seen is null then
    insert into realtime.outbox_pruning (seen) values (pg_catalog.pg_current_snapshot()) on conflict do nothing;
    return 0;
  end if;
  if last.seen_at > clock_timestamp() - interval '90 seconds' then return 0; end if;
  delete from realtime.outbox
    where transaction < pg_catalog.pg_snapshot_xmax(last.seen) and pg_catalog.pg_visible_in_snapshot(transaction, last.seen);
  get diagnostics pruned = row_count;
  update realtime.outbox_pruning set seen = pg_catalog.pg_current_snapshot(), seen_at = clock_timestamp();
  return pruned;
end $$;

grant execute on function realtime.outbox_state, realtime.enable_outbox, realtime.disable_outbox, realtime.describe_tables, realtime.prune_outbox
  to supabase_realtime_admin;

grant execute on function realtime.prune_outbox to worker;
