-- Messages that the database itself sends, messages that are kept for those who come later, and what several nodes need of each other.

create index messages_of_a_topic on realtime.messages (topic, inserted_at desc) where extension = 'broadcast';

-- What is said between nodes is believed: only the server's own login may write into the log by hand.
do $$
declare
  emitting regprocedure;
begin
  for emitting in select oid::regprocedure from pg_proc where proname = 'pg_logical_emit_message' loop
    execute format('revoke execute on function %s from public', emitting);
    execute format('grant execute on function %s to supabase_realtime_admin', emitting);
  end loop;
end $$;

-- The nodes that share this database. Not logged: after a crash they sign anew.
create unlogged table realtime.nodes (
  id uuid primary key,
  signed_at timestamptz not null default clock_timestamp(),
  said bigint not null,
  way text not null -- log or triggers: how it hears
);
