-- The topic for policies on realtime.messages.
create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
grant execute on function realtime.topic() to anon, authenticated, service_role, supabase_realtime_admin;

-- The metadata of a published table for validating and evaluating filters. No row: not published, or not accessible.
create function realtime.published_tables(in_schema text, named text)
returns table (relation oid, schema_name text, table_name text, columns jsonb) language sql stable as $$
  select pg_class.oid, schemaname::text, tablename::text, (
    select jsonb_agg(jsonb_build_object(
      'name', attname, 'type', own.typname, 'category', base.typcategory, 'base', base.typname,
      'isPrimary', exists (select from pg_index where indrelid = attrelid and indisprimary and attnum = any (indkey)),
      'labels', (select jsonb_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = base.oid)
    ) order by attnum)
    from pg_attribute
    join pg_type own on own.oid = atttypid
    join pg_type base on base.oid = case when own.typtype = 'd' then own.typbasetype else own.oid end
    where attrelid = pg_class.oid and attnum > 0 and not attisdropped
  )
  from pg_publication_tables
  join pg_namespace on nspname = schemaname
  join pg_class on relname = tablename and relnamespace = pg_namespace.oid
  where pubname = 'supabase_realtime' and (in_schema = '*' or schemaname = in_schema) and (named = '*' or tablename = named)
$$;

-- Formats a filter's value by the column's type. Raises if it is invalid. Ignores the column's length or scale: 'abcd' must not equal a
-- varchar(3)'s 'abc'.
create function realtime.format_value(relation oid, column_name text, value text) returns text language plpgsql stable as $$
declare
  type text := (select format_type(atttypid, -1) from pg_attribute where attrelid = relation and attname = column_name);
  printed text;
begin
  execute format('select format(''%%s'', $1::%s)', type) into printed using value;
  return printed;
end $$;

-- Whether callers may receive, send and store messages of private topics, by extension. The arrays are parallel: one topic per caller; `n`
-- is the position in them. Evaluated on rows that are never stored, built by name, so that new columns are allowed. The privileges of a
-- role are read once for consecutive callers of that role.
create function realtime.rights_on_topics(topics text[], extensions text[], readers name[], claims text[])
returns table (n integer, extension text, may_listen boolean, may_send boolean)
language plpgsql volatile as $$
declare
  messages oid := 'realtime.messages'::regclass;
  probe text;
  reader name;
  standing text;
  listening text;
  sending text;
begin
  perform set_config('search_path', 'public, extensions', true);
  for i in 1 .. cardinality(topics) loop
    n := i;
    if reader is distinct from readers[i] then
      reader := readers[i];
      standing := realtime.role_access(messages, reader);
      listening := null;
      sending := null;
      if standing = 'policies' then
        listening := realtime.policy_statement(messages, realtime.policy_condition(messages, 'r', reader, '{}'));
        sending := realtime.policy_statement(messages, realtime.policy_condition(messages, 'a', reader, '{}'));
      end if;
    end if;
    perform set_config('realtime.topic', topics[i], true);
    foreach extension in array extensions loop
      probe := jsonb_populate_record(null::realtime.messages, jsonb_build_object(
        'id', gen_random_uuid(), 'topic', topics[i], 'extension', extension, 'private', true,
        'inserted_at', now() at time zone 'utc', 'updated_at', now() at time zone 'utc'))::text;
      may_listen := standing = 'everything' or (listening is not null and realtime.condition_allows(listening, probe, reader, claims[i]));
      may_send := standing = 'everything' or (sending is not null and realtime.condition_allows(sending, probe, reader, claims[i]));
      return next;
    end loop;
  end loop;
end $$;

-- The rights of one caller, for nodes of release 1.0.0 during a rolling restart.
create function realtime.topic_rights(topic text, extensions text[], reader name, claims text)
returns table (extension text, may_listen boolean, may_send boolean) language sql volatile as $$
  select r.extension, r.may_listen, r.may_send
  from realtime.rights_on_topics(array[topic], topic_rights.extensions, array[reader], array[claims]) r
$$;

grant execute on function realtime.published_tables, realtime.format_value, realtime.rights_on_topics, realtime.topic_rights to supabase_realtime_admin;
