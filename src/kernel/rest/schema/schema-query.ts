// One catalog query for the whole schema cache. The search path must be empty, so that every type name is qualified.

export type CatalogColumn = {
  name: string
  type: string
  /** For a domain: its base type, also through nested domains. */
  base: string | null
  default: string | null
}

export type CatalogTable = {
  oid: string
  schema: string
  name: string
  isView: boolean
  /** Tables of other schemas are known only as origins of view columns. */
  isExposed: boolean
  columns: CatalogColumn[]
  /** Column names by attribute number, as foreign keys and views refer to them. */
  names: Record<string, string>
  primaryKey: string[]
  unique: string[][]
  /** The bits of pg_relation_is_updatable: 4 update, 8 insert, 16 delete. */
  writes: number
}

export type CatalogFunction = {
  schema: string
  name: string
  /** Empty for an unnamed argument. */
  inputNames: string[]
  types: string[]
  argumentOids: string[]
  required: number
  isVariadic: boolean
  volatility: 'v' | 's' | 'i'
  isSet: boolean
  isVoid: boolean
  isComposite: boolean
  /** The pseudo-type record without OUT parameters: its columns are known only at run time. */
  isRecord: boolean
  expectedRows: number
  relation: string
  columns: CatalogColumn[]
  settings: string[] | null
  /** For a media type domain: the media type, and whether its base type is bytea. */
  media: string | null
  isBytes: boolean
}

export type Catalog = {
  tables: CatalogTable[]
  foreignKeys: { constraint: string; from: string; to: string; columns: [here: number, there: number][] }[]
  /** A view by its oid, with its stored parse tree. */
  views: { oid: string; definition: string }[]
  functions: CatalogFunction[]
  /** Aggregates that produce a whole response body. Without a relation they accept rows of any table. */
  handlers: { schema: string; name: string; relation: string | null; media: string; isBytes: boolean }[]
  rowTypes: Record<string, string>
  roles: { role: string; name: string; value: string }[]
  /** The schema-qualified ST_AsGeoJSON of PostGIS, if installed. */
  geoJson: string | null
  watches: boolean
}

export const schemaQuery = `
with recursive exposed as (
  select oid, nspname from pg_namespace where nspname = any ($1)
), step as (
  -- Domains may be over domains.
  select oid, typbasetype as base from pg_type where typtype = 'd'
  union all
  select s.oid, t.typbasetype from step s join pg_type t on t.oid = s.base where t.typtype = 'd'
), domain as (
  select s.oid, s.base from step s join pg_type t on t.oid = s.base where t.typtype <> 'd'
), returned as (
  select p.oid as function, coalesce(d.base, p.prorettype) as type from pg_proc p join exposed n on n.oid = p.pronamespace
  left join domain d on d.oid = p.prorettype
), relation as (
  select c.oid, c.reltype, c.relkind, n.nspname, c.relname, n.nspname = any ($1) as is_exposed
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
), row_columns as (
  -- Columns of relations, and of composite types that functions return.
  select a.attrelid, json_agg(json_build_object(
    'name', a.attname, 'type', format_type(a.atttypid, -1), 'base', format_type(dom.base, -1),
    'default', case when a.attidentity = 'd' then (
      -- Reads the catalogs only: a function that looks up the table would fail when the table is dropped concurrently.
      select format('nextval(%L::regclass)', format('%I.%I', sn.nspname, s.relname)) from pg_depend own
      join pg_class s on s.oid = own.objid and s.relkind = 'S' join pg_namespace sn on sn.oid = s.relnamespace
      where own.classid = 'pg_class'::regclass and own.refobjid = a.attrelid and own.refobjsubid = a.attnum and own.deptype = 'i')
      when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), pg_get_expr(t.typdefaultbin, 0)) end) order by a.attnum) as columns
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  left join domain dom on dom.oid = a.atttypid
  where a.attnum > 0 and not a.attisdropped
    and a.attrelid in (select oid from relation where is_exposed union select t.typrelid from returned f
      join pg_type t on t.oid = f.type where t.typtype = 'c')
  group by a.attrelid
), names as (
  select a.attrelid, a.attnum, a.attname from pg_attribute a
  where a.attnum > 0 and not a.attisdropped and a.attrelid in (select oid from relation)
), media as (
  select t.oid, lower(t.typname) as name, t.typbasetype = 'bytea'::regtype as is_bytes
  from pg_type t where t.typtype = 'd' and (t.typname ~* '^[a-z0-9.-]+/[a-z0-9.+-]+$' or t.typname = '*/*')
)
select json_build_object(
  'tables', (select coalesce(json_agg(json_build_object(
      'oid', r.oid::text, 'schema', r.nspname, 'name', r.relname, 'isView', r.relkind in ('v', 'm'), 'isExposed', r.is_exposed,
      'columns', coalesce(rc.columns, '[]'),
      'names', (select coalesce(json_object_agg(n.attnum, n.attname), '{}') from names n where n.attrelid = r.oid),
      'primaryKey', coalesce((
        select json_agg(n.attname order by k.place)
        from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k (attnum, place)
        join names n on n.attrelid = i.indrelid and n.attnum = k.attnum
        where i.indrelid = r.oid and i.indisprimary and k.place <= i.indnkeyatts), '[]'),
      'unique', coalesce((
        select json_agg((select json_agg(n.attname) from names n where n.attrelid = c.conrelid and n.attnum = any (c.conkey)))
        from pg_constraint c where c.conrelid = r.oid and c.contype in ('p', 'u')), '[]'),
      'writes', case r.relkind when 'm' then 0 when 'r' then 28 when 'p' then 28 else pg_relation_is_updatable(r.oid, true) & 28 end
    ) order by r.nspname, r.relname), '[]')
    from relation r left join row_columns rc on rc.attrelid = r.oid),
  'foreignKeys', (select coalesce(json_agg(json_build_object(
      'constraint', c.conname, 'from', c.conrelid::text, 'to', c.confrelid::text,
      'columns', (select json_agg(json_build_array(k.here, k.there) order by k.place)
        from unnest(c.conkey, c.confkey) with ordinality k (here, there, place))
    ) order by c.conrelid, c.conname), '[]')
    from pg_constraint c
    where c.contype = 'f' and c.conparentid = 0 and c.conrelid in (select oid from relation) and c.confrelid in (select oid from relation)),
  'views', (select coalesce(json_agg(json_build_object('oid', r.oid::text, 'definition', w.ev_action::text)), '[]')
    from relation r join pg_rewrite w on w.ev_class = r.oid and w.ev_type = '1' and w.rulename = '_RETURN' where r.relkind in ('v', 'm')),
  'functions', (select coalesce(json_agg(json_build_object(
      'schema', n.nspname, 'name', p.proname,
      'inputNames', (select coalesce(json_agg(coalesce(p.proargnames[place], '') order by place), '[]')
        from generate_series(1, coalesce(cardinality(p.proallargtypes), p.pronargs)) place
        where coalesce(p.proargmodes[place], 'i') in ('i', 'b', 'v')),
      'types', (select coalesce(json_agg(format_type(o, -1) order by place), '[]') from unnest(p.proargtypes::oid[]) with ordinality a (o, place)),
      'argumentOids', (select coalesce(json_agg(o::text order by place), '[]') from unnest(p.proargtypes::oid[]) with ordinality a (o, place)),
      'required', p.pronargs - p.pronargdefaults, 'isVariadic', p.provariadic <> 0,
      'volatility', p.provolatile, 'isSet', p.proretset, 'isVoid', t.oid = 'void'::regtype,
      'isComposite', t.typtype = 'c' or coalesce(p.proargmodes && '{o,b,t}', false), 'isRecord', t.oid = 'record'::regtype,
      'expectedRows', p.prorows, 'relation', t.typrelid::text,
      'columns', coalesce(rc.columns, (
        select json_agg(json_build_object('name', p.proargnames[place], 'type', format_type(o, -1), 'base', null, 'default', null) order by place)
        from unnest(p.proallargtypes) with ordinality a (o, place) where p.proargmodes[place] in ('o', 'b', 't')), '[]'),
      'settings', to_json(p.proconfig), 'media', m.name, 'isBytes', coalesce(m.is_bytes, false)
    ) order by n.nspname, p.proname, p.oid), '[]')
    from pg_proc p join exposed n on n.oid = p.pronamespace join returned f on f.function = p.oid join pg_type t on t.oid = f.type
    left join media m on m.oid = p.prorettype
    left join row_columns rc on rc.attrelid = t.typrelid and t.typrelid <> 0
    where p.prokind = 'f' and t.oid not in ('trigger'::regtype, 'event_trigger'::regtype)),
  'handlers', (select coalesce(json_agg(json_build_object(
      'schema', n.nspname, 'name', p.proname, 'relation', r.oid::text, 'media', m.name, 'isBytes', m.is_bytes)), '[]')
    from pg_proc p join exposed n on n.oid = p.pronamespace join media m on m.oid = p.prorettype
    left join relation r on r.reltype = p.proargtypes[0] and r.is_exposed
    where p.prokind = 'a' and p.pronargs = 1 and (r.oid is not null or p.proargtypes[0] = 'anyelement'::regtype)),
  'rowTypes', (select coalesce(json_object_agg(r.reltype::text, r.oid::text), '{}') from relation r where r.is_exposed),
  'roles', (select coalesce(json_agg(json_build_object('role', r.rolname, 'name', split_part(kv, '=', 1), 'value', substr(kv, strpos(kv, '=') + 1))), '[]')
    from pg_db_role_setting s join pg_roles r on r.oid = s.setrole cross join unnest(s.setconfig) kv
    join pg_settings g on g.name = split_part(kv, '=', 1) and g.context = 'user' and g.name not in ('search_path', 'role')
    where pg_has_role(current_user, r.oid, 'member') and r.rolname <> current_user
      and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))),
  'geoJson', (select quote_ident(n.nspname) || '.st_asgeojson' from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.proname = 'st_asgeojson' and p.proargtypes[0] = 'record'::regtype limit 1),
  'watches', exists (select from pg_event_trigger where evtname = 'pgrst_ddl_watch' and evtenabled <> 'D')
)::text as catalog`
