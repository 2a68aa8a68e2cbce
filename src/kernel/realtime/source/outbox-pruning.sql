-- What may be taken out of the outbox. Not what was written long ago: a transaction that takes minutes commits what it wrote minutes before,
-- and nobody has read it then. What could be seen at an earlier look, a minute and a half ago, everybody who keeps up has read.
create unlogged table realtime.outbox_pruning (
  only_one boolean primary key default true check (only_one),
  seen pg_snapshot not null,
  seen_at timestamptz not null default clock_timestamp()
);

create or replace function realtime.prune_outbox() returns bigint language plpgsql security definer set search_path = '' as $$
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
