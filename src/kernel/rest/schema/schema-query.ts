// One question to the catalogs. The search path must be empty, so that every type name comes qualified.

export type CatalogColumn = { name: string; type: string; default: string | null }

export type Catalog = {
  tables: {
    oid: string
    schema: string
    name: string
    isView: boolean
    columns: CatalogColumn[]
    primaryKey: string[]
    unique: string[][]
  }[]
  foreignKeys: { constraint: string; from: string; to: string; columns: [string, string][] }[]
  functions: {
    schema: string
    name: string
    /** Empty for an argument without a name. */
    inputNames: string[]
    types: string[]
    argumentOids: string[]
    required: number
    isVariadic: boolean
    volatility: 'v' | 's' | 'i'
    isSet: boolean
    isVoid: boolean
    isComposite: boolean
    expectedRows: number
    relation: string
    columns: CatalogColumn[]
    settings: string[] | null
  }[]
  rowTypes: Record<string, string>
  roles: { role: string; name: string; value: string }[]
  watches: boolean
}

export const schemaQuery = `
with exposed as (
  select oid, nspname from pg_namespace where nspname = any ($1)
), relation as (
  select c.oid, c.reltype, c.relkind, n.nspname, c.relname
  from pg_class c join exposed n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f')
), row_columns as (
  -- Of relations and of composite types that functions return.
  select a.attrelid, json_agg(json_build_object(
    'name', a.attname, 'type', format_type(a.atttypid, -1),
    'default', case when a.attidentity = 'd' then format('nextval(%L::regclass)', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
      when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum) as columns
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped
    and a.attrelid in (select oid from relation union select t.typrelid from pg_proc p
      join exposed n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype where t.typtype = 'c')
  group by a.attrelid
), names as (
  select a.attrelid, a.attnum, a.attname from pg_attribute a where a.attrelid in (select oid from relation)
)
select json_build_object(
  'tables', (select coalesce(json_agg(json_build_object(
      'oid', r.oid::text, 'schema', r.nspname, 'name', r.relname, 'isView', r.relkind in ('v', 'm'),
      'columns', coalesce(rc.columns, '[]'),
      'primaryKey', coalesce((
        select json_agg(n.attname order by k.place)
        from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k (attnum, place)
        join names n on n.attrelid = i.indrelid and n.attnum = k.attnum
        where i.indrelid = r.oid and i.indisprimary and k.place <= i.indnkeyatts), '[]'),
      'unique', coalesce((
        select json_agg((select json_agg(n.attname) from names n where n.attrelid = i.indrelid and n.attnum = any (i.indkey::int2[])))
        from pg_index i
        where i.indrelid = r.oid and i.indisunique and i.indpred is null and i.indexprs is null and i.indnatts = i.indnkeyatts), '[]')
    ) order by r.nspname, r.relname), '[]')
    from relation r left join row_columns rc on rc.attrelid = r.oid),
  'foreignKeys', (select coalesce(json_agg(json_build_object(
      'constraint', c.conname, 'from', c.conrelid::text, 'to', c.confrelid::text,
      'columns', (select json_agg(json_build_array(here.attname, there.attname) order by k.place)
        from unnest(c.conkey, c.confkey) with ordinality k (here, there, place)
        join names here on here.attrelid = c.conrelid and here.attnum = k.here
        join names there on there.attrelid = c.confrelid and there.attnum = k.there)
    ) order by c.conrelid, c.conname), '[]')
    from pg_constraint c
    where c.contype = 'f' and c.conparentid = 0 and c.conrelid in (select oid from relation) and c.confrelid in (select oid from relation)),
  'functions', (select coalesce(json_agg(json_build_object(
      'schema', n.nspname, 'name', p.proname,
      'inputNames', (select coalesce(json_agg(coalesce(p.proargnames[place], '') order by place), '[]')
        from generate_series(1, coalesce(cardinality(p.proallargtypes), p.pronargs)) place
        where coalesce(p.proargmodes[place], 'i') in ('i', 'b', 'v')),
      'types', (select coalesce(json_agg(format_type(o, -1) order by place), '[]') from unnest(p.proargtypes::oid[]) with ordinality a (o, place)),
      'argumentOids', (select coalesce(json_agg(o::text order by place), '[]') from unnest(p.proargtypes::oid[]) with ordinality a (o, place)),
      'required', p.pronargs - p.pronargdefaults, 'isVariadic', p.provariadic <> 0,
      'volatility', p.provolatile, 'isSet', p.proretset, 'isVoid', t.oid = 'void'::regtype,
      'isComposite', t.typtype = 'c' or (t.oid = 'record'::regtype and p.proargmodes && '{o,b,t}'),
      'expectedRows', p.prorows, 'relation', t.typrelid::text,
      'columns', coalesce(rc.columns, (
        select json_agg(json_build_object('name', p.proargnames[place], 'type', format_type(o, -1), 'default', null) order by place)
        from unnest(p.proallargtypes) with ordinality a (o, place) where p.proargmodes[place] in ('o', 'b', 't')), '[]'),
      'settings', to_json(p.proconfig)
    ) order by n.nspname, p.proname, p.oid), '[]')
    from pg_proc p join exposed n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
    left join row_columns rc on rc.attrelid = t.typrelid and t.typrelid <> 0
    where p.prokind = 'f' and t.oid not in ('trigger'::regtype, 'event_trigger'::regtype)),
  'rowTypes', (select coalesce(json_object_agg(r.reltype::text, r.oid::text), '{}') from relation r),
  'roles', (select coalesce(json_agg(json_build_object('role', r.rolname, 'name', split_part(kv, '=', 1), 'value', substr(kv, strpos(kv, '=') + 1))), '[]')
    from pg_db_role_setting s join pg_roles r on r.oid = s.setrole cross join unnest(s.setconfig) kv
    join pg_settings g on g.name = split_part(kv, '=', 1) and g.context = 'user' and g.name not in ('search_path', 'role')
    where pg_has_role(current_user, r.oid, 'member') and r.rolname <> current_user
      and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))),
  'watches', exists (select from pg_event_trigger where evtname = 'pgrst_ddl_watch' and evtenabled <> 'D')
)::text as catalog`
