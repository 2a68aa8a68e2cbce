create function realtime.register_node(me uuid, has_said bigint, hears_by text) returns table (node uuid, said bigint)
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from realtime.nodes where signed_at < clock_timestamp() - interval '1 minute';
  insert into realtime.nodes (id, said, way) values (me, has_said, hears_by)
    on conflict (id) do update set signed_at = excluded.signed_at, said = excluded.said, way = excluded.way;
  return query select nodes.id, nodes.said from realtime.nodes as nodes
    where nodes.id <> me and nodes.signed_at > clock_timestamp() - interval '30 seconds';
end $$;

-- Notifies all nodes when this transaction commits. Grant execution only to roles that may act for the database.
create function realtime.emit(prefix text, content bytea) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_logical_emit_message(true, prefix, content);
  if exists (select from realtime.nodes where way = 'triggers' and signed_at > clock_timestamp() - interval '1 minute') then
    insert into realtime.outbox (kind, prefix, content) values ('MESSAGE', prefix, content);
  end if;
end $$;

-- The message format between nodes: length of the header, header, body.
create function realtime.encode_message(head json, body bytea default '') returns bytea language sql immutable as $$
  select int4send(octet_length(convert_to(head::text, 'UTF8'))) || convert_to(head::text, 'UTF8') || body
$$;

create function realtime.broadcast_inserted() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.emit('realtime', realtime.encode_message(
    json_build_object(
      'kind', 'broadcast', 'from', null, 'topic', 'realtime:' || new.topic, 'private', coalesce(new.private, false), 'event', new.event,
      'encoding', case when new.binary_payload is null then 'json' else 'bytes' end, 'meta', json_build_object('id', new.id)),
    coalesce(new.binary_payload, convert_to(coalesce(new.payload, '{}')::text, 'UTF8'))));
  return null;
end $$;
create trigger announce after insert on realtime.messages for each row
  when (new.extension = 'broadcast' and new.event is not null and new.broadcasted_at is null)
  execute function realtime.broadcast_inserted();

-- Sends a message from SQL to a topic's subscribers, and stores it. The caller needs an INSERT policy on realtime.messages, or owns it. A
-- failure is a warning, so that the caller's transaction continues.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void language plpgsql as $$
declare
  new_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    new_id, case when jsonb_typeof(payload) = 'object' then jsonb_build_object('id', new_id) || payload else payload end,
    event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void language plpgsql as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension) values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;

-- Trigger function that sends a row change to a private topic.
create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text default 'ROW'
) returns void language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema),
    event_name, topic_name);
end $$;

grant execute on function realtime.send, realtime.send_binary, realtime.broadcast_changes to anon, authenticated, service_role;

-- Stores a message that has been sent.
create function realtime.store_message(topic text, event text, payload jsonb, binary_payload bytea, ttl_seconds int) returns uuid
language sql security definer set search_path = '' as $$
  insert into realtime.messages (topic, event, payload, binary_payload, private, extension, broadcasted_at, expires_at)
  values (
    topic, event, payload, binary_payload, true, 'broadcast', clock_timestamp() at time zone 'utc',
    (clock_timestamp() + make_interval(secs => ttl_seconds)) at time zone 'utc')
  returning id
$$;

-- The latest messages of a private topic since a time, the oldest first. The caller has been authorized.
create function realtime.stored_messages(of_topic text, since timestamptz, most int)
returns table (id uuid, event text, payload text, binary_payload bytea) language sql stable security definer set search_path = '' as $$
  select id, event, payload, binary_payload from (
    select id, event, payload::text, binary_payload, inserted_at from realtime.messages
    where topic = of_topic and extension = 'broadcast' and private and event is not null
      and inserted_at >= since at time zone 'utc' and inserted_at > (now() - interval '72 hours') at time zone 'utc'
      and (expires_at is null or expires_at > now() at time zone 'utc')
    order by inserted_at desc
    limit most
  ) as newest
  order by inserted_at
$$;

-- Deletes messages that are no longer replayed.
create function realtime.prune_messages() returns int language plpgsql security definer set search_path = '' as $$
declare
  pruned int;
begin
  delete from realtime.messages
  where inserted_at < (now() - interval '72 hours') at time zone 'utc' or expires_at < now() at time zone 'utc';
  get diagnostics pruned = row_count;
  return pruned;
end $$;

-- Makes open private channels reload the rights of a subject, or of all subjects. For triggers on tables that policies depend on.
create function realtime.access_changed(subject text default null) returns void language sql security definer set search_path = '' as $$
  select realtime.emit('realtime', realtime.encode_message(json_build_object(
    'kind', 'access', 'from', null, 'subject', subject, 'transaction', pg_current_xact_id()::text)))
$$;
grant execute on function realtime.access_changed to service_role;

-- Waits until the transaction's changes are visible: nodes receive its message once it is on disk, shortly before.
create function realtime.wait_until_visible(transaction text) returns void language plpgsql volatile as $$
begin
  while not pg_visible_in_snapshot(transaction::xid8, pg_current_snapshot()) loop
    perform pg_sleep(0.001);
  end loop;
end $$;

grant execute on function realtime.store_message, realtime.stored_messages, realtime.prune_messages, realtime.register_node, realtime.wait_until_visible
  to supabase_realtime_admin;

-- Reloads rights after a policy change. Without event triggers, channels reload them every few minutes.
do $$
begin
  create function realtime.policies_changed() returns event_trigger language plpgsql security definer set search_path = '' as $changed$
  begin
    perform realtime.access_changed();
  end
  $changed$;
  create event trigger realtime_policies_changed on ddl_command_end
    when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY') execute function realtime.policies_changed();
exception when insufficient_privilege then
  raise notice 'no event trigger: %', sqlerrm;
end
$$;
