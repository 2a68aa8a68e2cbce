-- Messages sent by SQL, stored messages, and coordination of nodes.

create index messages_of_a_topic on realtime.messages (topic, inserted_at desc) where extension = 'broadcast';

-- Messages between nodes are trusted: only the server's own login may emit them.
do $$
declare
  emitting regprocedure;
begin
  for emitting in select oid::regprocedure from pg_proc where proname = 'pg_logical_emit_message' loop
    execute format('revoke execute on function %s from public', emitting);
    execute format('grant execute on function %s to supabase_realtime_admin', emitting);
  end loop;
end $$;

-- The nodes of this database. Unlogged: after a crash they register again.
create unlogged table realtime.nodes (
  id uuid primary key,
  signed_at timestamptz not null default clock_timestamp(),
  said bigint not null,
  way text not null -- log or triggers: how it receives changes
);
