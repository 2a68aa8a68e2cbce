type Sql = <Row extends Record<string, unknown>>(text: string) => Promise<Row[]>

/** Lists the schemas of the product and the kernel, without PostgreSQL's own, the job queue's and the migrator's bookkeeping. */
const ours = `(select oid from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'graphile_worker', 'migrations'))`
const notOfExtension = (catalog: string, oid: string) =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${oid} and deptype = 'e')`
const grantee = `case when grantee = 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end`
/** Privileges beyond the owner's, one line per role, relative to PostgreSQL's defaults. */
const grants = (acl: string, owner: string, kind: string, object: string) => `(
  select array_agg(line order by line collate "C") from (
    select format('grant %s on ${kind} %s to %s%s;', lower(string_agg(privilege_type, ', ' order by privilege_type collate "C")), ${object},
      ${grantee}, case when is_grantable then ' with grant option' else '' end) as line
    from aclexplode(${acl}) where grantee <> ${owner} group by grantee, is_grantable
  ) as lines)`

/** The schema of a migrated database as one SQL text in a stable order: schemas, types, tables, views, functions. */
export async function schemaReport(sql: Sql): Promise<string> {
  const parts = [
    await lines(
      sql,
      `select 'schema ' || nspname as name, format('create schema %I;', nspname) as text,
        ${grants('nspacl', 'nspowner', 'schema', 'quote_ident(nspname)')} as more
      from pg_namespace where oid in ${ours}`,
    ),
    await lines(
      sql,
      `select extname as name, format('create extension %I schema %I;', extname, nspname) as text, null as more
      from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname <> 'plpgsql'`,
    ),
    await lines(sql, defaultPrivileges),
    await lines(sql, roleSettings),
    await lines(sql, types),
    await lines(sql, sequences),
    await tables(sql),
    await lines(sql, views),
    await lines(sql, functions),
    await lines(sql, publications),
    await lines(sql, eventTriggers),
  ]
  return `-- Written by node scripts/schema.ts from a migrated database; a test compares it. Read it, change the files in src.\n\n${parts.join('\n')}`
}

type Line = { name: string; text: string; more: (string | null)[] | null }

async function lines(sql: Sql, text: string) {
  const rows = await sql<Line>(`select * from (${text}) as object order by name collate "C"`)
  return rows.map((row) => `${[row.text, ...(row.more ?? [])].filter(Boolean).join('\n')}\n`).join('')
}

const defaultPrivileges = `
  select format('%s %s', coalesce(nspname, ''), defaclobjtype) as name,
    format('-- default privileges%s on %s: %s', coalesce(' in schema ' || nspname, ''),
      case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' else defaclobjtype::text end,
      (select string_agg(format('%s to %s', lower(privilege_type), ${grantee}), ', ' order by grantee, privilege_type collate "C") from aclexplode(defaclacl))) as text,
    null as more
  from pg_default_acl left join pg_namespace on pg_namespace.oid = defaclnamespace
  where pg_get_userbyid(defaclrole) = 'postgres'`

const roleSettings = `
  select rolname || setting as name, format('alter role %I set %s;', rolname, setting) as text, null as more
  from pg_db_role_setting join pg_roles on pg_roles.oid = setrole cross join unnest(setconfig) as setting where setdatabase = 0`

const types = `
  select format('%s.%s', typnamespace::regnamespace, typname) as name,
    case typtype
      when 'e' then format(E'create type %s as enum (%s);', pg_type.oid::regtype,
        (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = pg_type.oid))
      when 'd' then format(E'create domain %s as %s%s%s%s;', pg_type.oid::regtype, format_type(typbasetype, typtypmod),
        case when typnotnull then ' not null' else '' end, ' default ' || typdefault,
        (select string_agg(E'\\n  constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(pg_constraint.oid), '' order by conname collate "C")
         from pg_constraint where contypid = pg_type.oid and contype = 'c'))
      else format(E'create type %s as (%s);', pg_type.oid::regtype,
        (select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum) from pg_attribute where attrelid = typrelid and attnum > 0))
    end as text,
    ${grants('typacl', 'typowner', 'type', 'pg_type.oid::regtype')} as more
  from pg_type left join pg_class on pg_class.oid = typrelid
  where typnamespace in ${ours} and (typtype in ('e', 'd', 'r') or typtype = 'c' and relkind = 'c') and ${notOfExtension('pg_type', 'pg_type.oid')}`

const sequences = `
  select format('%s.%s', relnamespace::regnamespace, relname) as name, format('create sequence %s as %s start %s increment %s;', pg_class.oid::regclass,
      seqtypid::regtype, seqstart, seqincrement) as text,
    ${grants('relacl', 'relowner', 'sequence', 'pg_class.oid::regclass')} as more
  from pg_class join pg_sequence on seqrelid = pg_class.oid
  where relnamespace in ${ours} and not exists (select from pg_depend where objid = pg_class.oid and classid = 'pg_class'::regclass and deptype = 'i')`

const ownerUnless = (kind: string, owner: string, object: string) =>
  `case when pg_get_userbyid(${owner}) <> 'postgres' then format('alter ${kind} %s owner to %I;', ${object}, pg_get_userbyid(${owner})) end`

const columnGrants = `(
  select array_agg(line order by line collate "C") from (
    select format('grant %s (%s) on %s to %s;', lower(privilege_type), string_agg(quote_ident(attname), ', ' order by attname collate "C"), class.oid::regclass, ${grantee}) as line
    from pg_attribute cross join aclexplode(attacl) where attrelid = class.oid and attnum > 0 and grantee <> relowner group by grantee, privilege_type
  ) as lines)`

const views = `
  select format('%s.%s', relnamespace::regnamespace, relname) as name,
    format(E'\\ncreate %sview %s%s as\\n%s', case relkind when 'm' then 'materialized ' else '' end, class.oid::regclass,
      ' with (' || array_to_string(reloptions, ', ') || ')', pg_get_viewdef(class.oid)) as text,
    array[${ownerUnless('view', 'relowner', 'class.oid::regclass')}] || ${grants('relacl', 'relowner', 'table', 'class.oid::regclass')} || ${columnGrants} as more
  from pg_class class where relnamespace in ${ours} and relkind in ('v', 'm') and ${notOfExtension('pg_class', 'class.oid')}`

const functions = `
  select format('%s.%s(%s)', pronamespace::regnamespace, proname, pg_get_function_identity_arguments(pg_proc.oid)) as name,
    E'\\n' || trim(trailing E'\\n' from pg_get_functiondef(pg_proc.oid)) || ';' as text,
    array[${ownerUnless('function', 'proowner', 'pg_proc.oid::regprocedure')}]
      || ${grants("coalesce(proacl, acldefault('f', proowner))", 'proowner', 'function', 'pg_proc.oid::regprocedure')} as more
  from pg_proc where pronamespace in ${ours} and prokind in ('f', 'p') and ${notOfExtension('pg_proc', 'pg_proc.oid')}`

const publications = `
  select pubname as name, format('create publication %I%s with (publish = %L);', pubname,
      (select ' for table ' || string_agg(format('%I.%I', schemaname, tablename), ', ' order by schemaname collate "C", tablename collate "C")
       from pg_publication_tables each where each.pubname = pg_publication.pubname),
      array_to_string(array_remove(array[case when pubinsert then 'insert' end, case when pubupdate then 'update' end,
        case when pubdelete then 'delete' end, case when pubtruncate then 'truncate' end], null), ', ')) as text,
    null as more
  from pg_publication`

const eventTriggers = `
  select evtname as name, format('create event trigger %I on %s%s execute function %s();', evtname, evtevent,
      ' when tag in (' || (select string_agg(quote_literal(tag), ', ' order by tag) from unnest(evttags) as tag) || ')', evtfoid::regproc) as text,
    null as more
  from pg_event_trigger where ${notOfExtension('pg_event_trigger', 'pg_event_trigger.oid')}`

async function tables(sql: Sql) {
  return await lines(
    sql,
    `select format('%s.%s', relnamespace::regnamespace, relname) as name,
      format(E'\\ncreate %stable %s (\\n%s\\n)%s;', case relpersistence when 'u' then 'unlogged ' else '' end, class.oid::regclass, (
        select string_agg('  ' || line, E',\\n' order by place, line collate "C") from (
          select attnum as place, format('%I %s%s%s%s', attname, format_type(atttypid, atttypmod),
            case when attcollation <> (select typcollation from pg_type where oid = atttypid) then ' collate ' || attcollation::regcollation else '' end,
            case when attgenerated = 's' then ' generated always as (' || pg_get_expr(adbin, adrelid) || ') stored'
              when attgenerated = 'v' then ' generated always as (' || pg_get_expr(adbin, adrelid) || ')'
              when attidentity = 'a' then ' generated always as identity' when attidentity = 'd' then ' generated by default as identity'
              when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid) else '' end,
            case when attnotnull then ' not null' else '' end) as line
          from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
          where attrelid = class.oid and attnum > 0 and not attisdropped
          union all
          select 2000 + strpos('pufcx', contype), format('constraint %I %s', conname, pg_get_constraintdef(oid))
          from pg_constraint where conrelid = class.oid and contype in ('p', 'u', 'f', 'c', 'x')
        ) as inside),
        ' with (' || array_to_string(reloptions, ', ') || ')') as text,
      array[${ownerUnless('table', 'relowner', 'class.oid::regclass')},
        case relreplident when 'f' then format('alter table %s replica identity full;', class.oid::regclass)
          when 'n' then format('alter table %s replica identity nothing;', class.oid::regclass)
          when 'i' then format('alter table %s replica identity using index …;', class.oid::regclass) end]
      || array(select pg_get_indexdef(indexrelid) || ';' from pg_index where indrelid = class.oid
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x')) order by indexrelid::regclass::text collate "C")
      || array(select pg_get_triggerdef(oid) || ';' || case tgenabled when 'O' then '' else ' -- enabled: ' || tgenabled::text end
        from pg_trigger where tgrelid = class.oid and not tgisinternal order by tgname collate "C")
      || array[case when relrowsecurity then format('alter table %s enable row level security;', class.oid::regclass) end]
      || array[case when relforcerowsecurity then format('alter table %s force row level security;', class.oid::regclass) end]
      || array(select format(E'create policy %I on %s%s for %s to %s%s%s;', polname, class.oid::regclass, case when polpermissive then '' else ' as restrictive' end,
          case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
          (select string_agg(case when role = 0 then 'public' else pg_get_userbyid(role) end, ', ' order by pg_get_userbyid(role)) from unnest(polroles) as role),
          E'\\n  using (' || pg_get_expr(polqual, polrelid) || ')', E'\\n  with check (' || pg_get_expr(polwithcheck, polrelid) || ')')
        from pg_policy where polrelid = class.oid order by polname collate "C")
      || ${grants('relacl', 'relowner', 'table', 'class.oid::regclass')} || ${columnGrants} as more
    from pg_class class where relnamespace in ${ours} and relkind in ('r', 'p') and ${notOfExtension('pg_class', 'class.oid')}`,
  )
}
