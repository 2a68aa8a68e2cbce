-- The change feed for databases without logical decoding: triggers record changes, and nodes poll them. Without NOTIFY, which serializes
-- commits.

-- Unlogged: after a crash nodes start anew anyway.
create unlogged table realtime.outbox (
  id bigint generated always as identity,
  transaction xid8 not null default pg_current_xact_id(),
  noted_at timestamptz not null default clock_timestamp(),
  kind text not null, -- INSERT, UPDATE, DELETE, or MESSAGE between nodes
  relation oid,
  attributes int2[], -- the column numbers of the images: the table may be altered before they are read
  new_row text,
  old_row text,
  prefix text,
  content bytea
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index on realtime.outbox (transaction);

-- Values are formatted as by the log's decoder, regardless of the writer's settings. Runs as the feed's own login, which may write only to
-- the outbox.
create function realtime.record_change() returns trigger language plpgsql security definer
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
alter function realtime.record_change() owner to supabase_realtime_admin;

grant usage on schema realtime to worker;

-- The last pruning's snapshot. Age alone is not enough: a long transaction commits entries that were written minutes ago and are unread.
-- Entries visible in a snapshot of 90 seconds ago have been read by every active node.
create unlogged table realtime.outbox_pruning (
  only_one boolean primary key default true check (only_one),
  seen pg_snapshot not null,
  seen_at timestamptz not null default clock_timestamp()
);
