-- Whether a commit is visible to new statements. It is decoded once it is on disk, shortly before. `transaction` has 32 bits.
create function realtime.is_visible(transaction bigint) returns boolean language plpgsql volatile as $$
declare
  next bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  whole bigint := (next & ~4294967295::bigint) | transaction;
begin
  if whole - next > 2147483648 then whole := whole - 4294967296;
  elsif next - whole > 2147483648 then whole := whole + 4294967296;
  end if;
  return pg_visible_in_snapshot(whole::text::xid8, pg_current_snapshot());
end $$;

-- Whether a policy's condition depends only on the row itself and on the caller. Set-returning functions, other tables and functions of the
-- row's values are evaluated now, not at the time of the change. `expression` is a stored node tree. It is reduced from its innermost
-- nodes outwards, and @ marks the nodes that use the row.
create function realtime.is_row_local(expression text) returns boolean language plpgsql stable set search_path = '' as $$
declare
  tree text := regexp_replace(regexp_replace(expression, '\\.', '', 'g'), '\{VAR [^{}]*\}', '@', 'g');
  call constant text := '\{[^{}]*:(?:func|opfunc)id (\d+)[^{}]*@[^{}]*\}';
begin
  if tree ~ 'RANGETBLENTRY|retset true' or exists (
    select from regexp_matches(tree, '\{FUNCEXPR :funcid (\d+)', 'g') as called
    join pg_proc on oid = called[1]::oid join pg_type on pg_type.oid = prorettype
    where pg_proc.oid >= 16384 and provolatile <> 'i' and typcategory = 'A'
  ) then
    return false;
  end if;
  while tree like '%{%' loop
    if exists (
      select from regexp_matches(tree, call, 'g') as called join pg_proc on oid = called[1]::oid
      where oid >= 16384 and provolatile <> 'i'
    ) then
      return false;
    end if;
    tree := regexp_replace(regexp_replace(tree, '\{[^{}]*@[^{}]*\}', '@', 'g'), '\{[^{}]*\}', '', 'g');
  end loop;
  return true;
end $$;

-- The table's policies for one command ('r' select, 'a' insert) and one role, as one condition. Null if no policy
-- applies to the role, or if a policy uses a column whose value the feed lacks. A wrong guess would expose the row.
-- `only_local` omits policies that cannot be evaluated on a former row. Deparsed under an empty search_path, so that
-- all names are qualified.
create function realtime.policy_condition(relation oid, command "char", reader name, unknown text[], only_local boolean default false)
returns text language plpgsql stable set search_path = '' as $$
declare
  applicable oid[] := array(
    select oid from pg_policy
    where polrelid = relation and polcmd in (command, '*')
      and (polroles = '{0}' or exists (select from unnest(polroles) as role where pg_has_role(reader, role, 'usage')))
      and not (only_local and polpermissive and not realtime.is_row_local(polqual::text))
  );
begin
  if only_local and exists (
    select from pg_policy where oid = any (applicable) and not polpermissive and not realtime.is_row_local(polqual::text)
  ) then
    return null;
  end if;
  if cardinality(unknown) > 0 and exists (
    select from pg_depend
    left join pg_attribute on attrelid = relation and attnum = refobjsubid
    where classid = 'pg_policy'::regclass and objid = any (applicable) and refclassid = 'pg_class'::regclass and refobjid = relation
      and deptype = 'n' and (refobjsubid = 0 or attname = any (unknown))
  ) then
    return null;
  end if;
  return (
    select '(' || string_agg(expression, ' or ') filter (where polpermissive) || ')'
      || coalesce(' and ' || string_agg(expression, ' and ') filter (where not polpermissive), '')
    from pg_policy, lateral (
      select '(' || pg_get_expr(case when command = 'a' then coalesce(polwithcheck, polqual) else polqual end, polrelid) || ')'
    ) as deparsed (expression)
    where oid = any (applicable)
  );
end $$;

-- The name of a prepared statement of this session, so that a query is planned once. A table change creates its own statement, because it
-- does not invalidate a plan over a row image.
create function realtime.prepare_once(relation oid, query text) returns text language plpgsql volatile as $$
declare
  shape text := (select xmin::text || ' ' || relname from pg_class where oid = relation);
  prepared_name text := 'realtime_' || md5(relation || ' ' || shape || ' ' || query);
begin
  if not exists (select from pg_prepared_statements where name = prepared_name) then
    execute format('prepare %I (text) as %s', prepared_name, query);
  end if;
  return prepared_name;
end $$;

-- A statement that evaluates a condition of the table's policies on a row image. Null without a condition.
create function realtime.policy_statement(relation oid, condition text) returns text language plpgsql volatile as $$
begin
  if condition is null then return null; end if;
  return realtime.prepare_once(relation, format('select coalesce(%s, false) from unnest(array[$1::%s]) as %I',
    condition, relation::regclass, (select relname from pg_class where oid = relation)));
end $$;

-- A role's access to a table: 'nothing' (no select), 'everything' (no policy applies), or 'policies'.
create function realtime.role_access(relation oid, reader name) returns text language plpgsql volatile as $$
declare
  answer text := 'nothing';
begin
  begin
    perform set_config('role', reader, true);
    answer := case
      when not has_any_column_privilege(relation, 'select') then 'nothing'
      when row_security_active(relation) then 'policies'
      else 'everything'
    end;
    perform set_config('role', 'none', true);
  exception when others then
    answer := 'nothing';
  end;
  return answer;
end $$;

-- Whether the condition holds for a caller; an error counts as false. The role is reset to the login's own ('none') on every exit; an error
-- rolls it back with the block.
create function realtime.condition_allows(statement text, row_image text, reader name, claims text) returns boolean language plpgsql volatile as $$
declare
  answer boolean := false;
begin
  begin
    perform set_config('role', reader, true), set_config('request.jwt.claims', claims, true);
    execute format('execute %I (%L)', statement, row_image) into answer;
    perform set_config('role', 'none', true);
  exception when others then
    answer := false;
  end;
  return coalesce(answer, false);
end $$;

-- The columns of a table that a role may select, in their order.
create function realtime.readable_columns(relation oid, reader name) returns text[] language plpgsql stable as $$
begin
  return array(
    select attname::text from pg_attribute
    where attrelid = relation and attnum > 0 and not attisdropped and has_column_privilege(reader, relation, attnum, 'select')
    order by attnum
  );
end $$;

-- A row image (the text of a composite value) as JSON, column by column, each formatted as PostgREST does.
create function realtime.as_json(relation oid, row_image text, out names text[], out texts text[]) language plpgsql volatile as $$
begin
  if row_image is null then return; end if;
  execute format('execute %I (%L)', realtime.prepare_once(relation, format(
    'select array_agg(key order by place), array_agg(value::text order by place)
     from json_each(row_to_json($1::%s)) with ordinality as each (key, value, place)', relation::regclass)), row_image)
    into names, texts;
end $$;

-- Authorizes one change for all its subscribers. `roles` and `claims` are parallel: one entry per distinct caller,
-- grouped by role. Policies are evaluated on row images, not on the current row: a later change must neither hide nor
-- expose an earlier one. Result sees_old: the callers notified of a delete. Result reads_old: the callers that receive
-- the old row beyond its key. It uses only policies that are independent of other tables, because those may have
-- changed since. Both are computed only for deletes, and for updates whose new row the caller sees.
create function realtime.authorize_change(
  relation oid, transaction bigint, new_row text, new_unknown text[], old_row text, old_unknown text[], roles name[], claims text[],
  out names text[], out record text[], out old_record text[], out sees_new boolean[], out sees_old boolean[], out reads_old boolean[],
  out readable jsonb
) language plpgsql volatile as $$
declare
  old_names text[];
  reader name;
  standing text;
  new_statement text;
  old_statement text;
  local_statement text;
begin
  while not realtime.is_visible(transaction) loop
    perform pg_sleep(0.001);
  end loop;
  perform set_config('search_path', 'public, extensions', true);
  -- First, so that an image that no longer fits the table raises an error instead of hiding the change from all.
  select * into names, record from realtime.as_json(relation, new_row);
  select * into old_names, old_record from realtime.as_json(relation, old_row);
  names := coalesce(names, old_names);
  sees_new := '{}';
  sees_old := '{}';
  reads_old := '{}';
  for i in 1 .. cardinality(roles) loop
    if reader is distinct from roles[i] then
      reader := roles[i];
      standing := realtime.role_access(relation, reader);
      new_statement := null;
      old_statement := null;
      local_statement := null;
      if standing = 'policies' then
        if new_row is not null then
          new_statement := realtime.policy_statement(relation, realtime.policy_condition(relation, 'r', reader, new_unknown));
        end if;
        if old_row is not null then
          if new_row is null then
            old_statement := realtime.policy_statement(relation, realtime.policy_condition(relation, 'r', reader, old_unknown));
          end if;
          local_statement := realtime.policy_statement(relation, realtime.policy_condition(relation, 'r', reader, old_unknown, true));
        end if;
      end if;
    end if;
    sees_new[i] := new_row is not null and (
      standing = 'everything' or (new_statement is not null and realtime.condition_allows(new_statement, new_row, reader, claims[i])));
    reads_old[i] := old_row is not null and (new_row is null or sees_new[i]) and (
      standing = 'everything' or (local_statement is not null and realtime.condition_allows(local_statement, old_row, reader, claims[i])));
    sees_old[i] := reads_old[i] or (
      old_statement is not null and realtime.condition_allows(old_statement, old_row, reader, claims[i]));
  end loop;
  -- Only for admitted roles: a role that does not exist raises an error.
  readable := (
    select jsonb_object_agg(role, realtime.readable_columns(relation, role))
    from (select distinct role from unnest(roles, sees_new, sees_old) as each (role, new, old) where new or old) as seeing
  );
end $$;

grant execute on function
  realtime.is_visible, realtime.is_row_local, realtime.policy_condition, realtime.prepare_once, realtime.policy_statement,
  realtime.role_access, realtime.condition_allows, realtime.readable_columns, realtime.as_json, realtime.authorize_change
  to supabase_realtime_admin;
