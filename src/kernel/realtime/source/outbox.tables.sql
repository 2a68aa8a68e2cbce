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

grant usage on schema realtime to worker;

-- What may be taken out of the outbox. Not what was written long ago: a transaction that takes minutes commits what it wrote minutes before,
-- and nobody has read it then. What could be seen at an earlier look, a minute and a half ago, everybody who keeps up has read.
create unlogged table realtime.outbox_pruning (
  only_one boolean primary key default true check (only_one),
  seen pg_snapshot not null,
  seen_at timestamptz not null default clock_timestamp()
);
