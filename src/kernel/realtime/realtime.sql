-- Who may see a change. The change feed reads everything that is published; these functions decide, per caller, what of it goes out.
-- They run as the login supabase_realtime_admin, which owns no table and may become anon, authenticated or service_role, nobody else.
-- A published table in another schema than public needs: grant usage on schema … to supabase_realtime_admin.

-- Private channels are opened by policies on this table; no row is ever kept in it.
-- SELECT: who may listen. INSERT: who may send. `extension` is 'broadcast' or 'presence'.
create table realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  event text,
  payload jsonb,
  private boolean default false,
  inserted_at timestamp not null default now(),
  updated_at timestamp not null default now(),
  primary key (id, inserted_at)
);
alter table realtime.messages enable row level security;
grant select, insert on realtime.messages to anon, authenticated, service_role;

-- The topic a policy on realtime.messages is asked about.
create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
grant execute on function realtime.topic() to anon, authenticated, service_role, supabase_realtime_admin;

-- Is this commit visible to new statements? Decoding starts when it is on disk, which is a moment before. `transaction` has 32 bits.
create function realtime.is_settled(transaction bigint) returns boolean language plpgsql volatile as $$
declare
  next bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  whole bigint := (next & ~4294967295::bigint) | transaction;
begin
  if whole - next > 2147483648 then whole := whole - 4294967296;
  elsif next - whole > 2147483648 then whole := whole + 4294967296;
  end if;
  return pg_visible_in_snapshot(whole::text::xid8, pg_current_snapshot());
end $$;

-- The table's own policies for one command ('r' select, 'a' insert) and one role, as one condition; null when no policy admits the role,
-- or when a policy looks at a column whose value the feed does not know: a wrong guess there would show the row to strangers.
-- Deparsed under an empty search_path, so that every name in it says its schema.
create function realtime.policy_condition(relation oid, command "char", reader name, unknown text[])
returns text language sql stable set search_path = '' as $$
  with applicable as (
    select oid, polpermissive,
      '(' || pg_get_expr(case when command = 'a' then coalesce(polwithcheck, polqual) else polqual end, polrelid) || ')' as expression
    from pg_policy
    where polrelid = relation and polcmd in (command, '*')
      and (polroles = '{0}' or exists (select from unnest(polroles) as role where pg_has_role(reader, role, 'usage')))
  )
  select case
    when exists (
      select from applicable
      join pg_depend on pg_depend.classid = 'pg_policy'::regclass and pg_depend.objid = applicable.oid
        and refclassid = 'pg_class'::regclass and refobjid = relation and deptype = 'n'
      left join pg_attribute on attrelid = relation and attnum = refobjsubid
      where cardinality(unknown) > 0 and (refobjsubid = 0 or attname = any (unknown))
    ) then null
    else (select '(' || string_agg(expression, ' or ') || ')' from applicable where polpermissive)
      || coalesce((select ' and ' || string_agg(expression, ' and ') from applicable where not polpermissive), '')
  end
$$;

-- May this caller read this row? The row is an image, not the table's current row: a later change must neither hide nor reveal an earlier one.
-- Whatever fails means no. The role is put back to the login's own ('none') on every way out: an error undoes it with the block.
create function realtime.may_read(relation oid, row_image text, unknown text[], reader name, claims text)
returns boolean language plpgsql volatile as $$
declare
  alias text := (select relname from pg_class where oid = relation);
  condition text := realtime.policy_condition(relation, 'r', reader, unknown);
  answer boolean := false;
begin
  begin
    perform set_config('role', reader, true), set_config('request.jwt.claims', claims, true);
    if has_any_column_privilege(relation, 'select') then
      if not row_security_active(relation) then
        answer := true;
      elsif condition is not null then
        execute format('select coalesce(%s, false) from unnest(array[$1::%s]) as %I', condition, relation::regclass, alias)
          into answer using row_image;
      end if;
    end if;
    perform set_config('role', 'none', true);
  exception when others then
    answer := false;
  end;
  return answer;
end $$;

-- The columns of a table that a role may select, in their order.
create function realtime.readable_columns(relation oid, reader name) returns text[] language sql stable as $$
  select array(
    select attname::text from pg_attribute
    where attrelid = relation and attnum > 0 and not attisdropped and has_column_privilege(reader, relation, attnum, 'select')
    order by attnum
  )
$$;

-- A row image (the text of a composite value) as JSON, column by column, each written as PostgREST would.
create function realtime.as_json(relation oid, row_image text, out names text[], out texts text[]) language plpgsql stable as $$
begin
  if row_image is null then return; end if;
  execute format(
    'select array_agg(key order by place), array_agg(value::text order by place)
     from json_each(row_to_json($1::%s)) with ordinality as each (key, value, place)', relation::regclass)
    into names, texts using row_image;
end $$;

-- One change, all its readers, one call. `roles` and `claims` are parallel: one entry per distinct caller.
-- sees_old is asked only where it matters: for deletes, and for updates the caller sees the new row of.
create function realtime.judge(
  relation oid, transaction bigint, new_row text, new_unknown text[], old_row text, old_unknown text[], roles name[], claims text[],
  out names text[], out record text[], out old_record text[], out sees_new boolean[], out sees_old boolean[], out readable jsonb
) language plpgsql volatile as $$
declare
  old_names text[];
begin
  while not realtime.is_settled(transaction) loop
    perform pg_sleep(0.001);
  end loop;
  perform set_config('search_path', 'public, extensions', true);
  -- First, so that an image that does not fit the table any more is an error and not a silent no to everybody.
  select * into names, record from realtime.as_json(relation, new_row);
  select * into old_names, old_record from realtime.as_json(relation, old_row);
  names := coalesce(names, old_names);
  sees_new := '{}';
  sees_old := '{}';
  for i in 1 .. cardinality(roles) loop
    sees_new[i] := new_row is not null and realtime.may_read(relation, new_row, new_unknown, roles[i], claims[i]);
    sees_old[i] := old_row is not null and (new_row is null or sees_new[i])
      and realtime.may_read(relation, old_row, old_unknown, roles[i], claims[i]);
  end loop;
  -- Only of roles that were let in: asking about a role that does not exist is an error.
  readable := (
    select jsonb_object_agg(role, realtime.readable_columns(relation, role))
    from (select distinct role from unnest(roles, sees_new, sees_old) as each (role, new, old) where new or old) as reader
  );
end $$;

-- What the server must know of a published table to check and evaluate filters. No row: not published, or not in reach.
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

-- A filter's value as the column's type prints it. Raises when it is none of that type.
-- Without the column's length or scale: 'abcd' must not become equal to a varchar(3)'s 'abc'.
create function realtime.as_printed(relation oid, column_name text, value text) returns text language plpgsql stable as $$
declare
  type text := (select format_type(atttypid, -1) from pg_attribute where attrelid = relation and attname = column_name);
  printed text;
begin
  execute format('select format(''%%s'', $1::%s)', type) into printed using value;
  return printed;
end $$;

-- May this caller listen or send on a private topic? Asked of the policies on realtime.messages with a row that never exists.
create function realtime.may_use(topic text, extension text, reader name, claims text, out may_listen boolean, out may_send boolean)
language plpgsql volatile as $$
declare
  probe text := row (gen_random_uuid(), topic, extension, null, null, true, now()::timestamp, now()::timestamp)::realtime.messages::text;
  sending text := realtime.policy_condition('realtime.messages'::regclass, 'a', reader, '{}');
begin
  perform set_config('search_path', 'public, extensions', true), set_config('realtime.topic', topic, true);
  may_listen := realtime.may_read('realtime.messages'::regclass, probe, '{}', reader, claims);
  may_send := false;
  begin
    perform set_config('role', reader, true), set_config('request.jwt.claims', claims, true);
    if not row_security_active('realtime.messages'::regclass) then
      may_send := true;
    elsif sending is not null then
      execute format('select coalesce(%s, false) from unnest(array[$1::realtime.messages]) as messages', sending) into may_send using probe;
    end if;
    perform set_config('role', 'none', true);
  exception when others then
    may_send := false;
  end;
end $$;

grant execute on function
  realtime.is_settled, realtime.policy_condition, realtime.may_read, realtime.readable_columns, realtime.as_json, realtime.judge,
  realtime.published_tables, realtime.as_printed, realtime.may_use
  to supabase_realtime_admin;

-- From 18 on a publication can carry stored generated columns; before, they are missing from changes.
do $$ begin
  if current_setting('server_version_num')::int >= 180000 then
    alter publication supabase_realtime set (publish_generated_columns = 'stored');
  end if;
end $$;
