-- The other way of the change feed, for databases that do not let their log be decoded: triggers write down what changes, nodes read it.
-- Nothing is notified from the writing transaction: PostgreSQL lets only one transaction that notifies commit at a time.

-- Unlogged: it is for those who listen now, and after a crash they begin anew in any case.
create unlogged table realtime.outbox (
  id bigint generated always as identity,
  transaction xid8 not null default pg_current_xact_id(),
  noted_at timestamptz not null default clock_timestamp(),
  kind text not null, -- INSERT, UPDATE, DELETE, or MESSAGE between nodes
  relation oid,
  attributes int2[], -- the numbers of the columns the images have: the table may be altered before anybody reads
  new_row text,
  old_row text,
  prefix text,
  content bytea
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index on realtime.outbox (transaction);
grant select, insert on realtime.outbox to supabase_realtime_admin;

-- Values are printed as the log's decoder prints them, whatever the writer's session prefers.
-- Runs as the feed's own login, which may write into the outbox and nowhere else.
create function realtime.note_change() returns trigger language plpgsql security definer
set search_path = '' set timezone = 'UTC' set datestyle = 'ISO' set intervalstyle = 'postgres' set extra_float_digits = 1 set bytea_output = 'hex'
as $$
begin
  insert into realtime.outbox (kind, relation, attributes, new_row, old_row) values (
    tg_op, tg_relid,
    array(select attnum from pg_catalog.pg_attribute where attrelid = tg_relid and attnum > 0 and not attisdropped order by attnum),
    case when tg_op <> 'DELETE' then format('%s', new) end,
    case when tg_op <> 'INSERT' then format('%s', old) end);
  return null;
end $$;
alter function realtime.note_change() owner to supabase_realtime_admin;

-- Which tables are published or written down, and whether the one fits the other. A table that is published with a condition on its rows has
-- no place here: the condition is the log's.
create function realtime.watching() returns table (relation oid, wanted text, is_watched boolean, is_right boolean)
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

-- Has the changes of a table written down, or no longer. The name comes first in the alphabet, and so the trigger before all others:
-- what they change in turn is written down after what made them do it.
create function realtime.watch(relation oid) returns void language plpgsql security definer set search_path = '' as $$
declare
  events text := (select wanted from realtime.watching() as each where each.relation = watch.relation);
begin
  if events is null then
    execute format('drop trigger if exists "0_realtime_outbox" on %s', relation::regclass);
  else
    execute format('create or replace trigger "0_realtime_outbox" after %s on %s for each row execute function realtime.note_change()',
      events, relation::regclass);
    execute format('alter table %s enable always trigger "0_realtime_outbox"', relation::regclass);
  end if;
end $$;
create function realtime.unwatch(relation oid) returns void language plpgsql security definer set search_path = '' as $$
begin
  execute format('drop trigger if exists "0_realtime_outbox" on %s', relation::regclass);
end $$;

-- What the log's decoder says of a table before its first change.
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

-- What is older than any node that still keeps up.
create function realtime.prune_outbox() returns bigint language sql security definer set search_path = '' as $$
  with gone as (delete from realtime.outbox where noted_at < now() - interval '2 minutes' returning 1)
  select count(*) from gone
$$;

grant execute on function realtime.watching, realtime.watch, realtime.unwatch, realtime.describe_tables, realtime.prune_outbox
  to supabase_realtime_admin;
grant usage on schema realtime to worker;
grant execute on function realtime.prune_outbox to worker;
