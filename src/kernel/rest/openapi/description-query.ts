// The catalog query behind the OpenAPI document. Not cached: it runs as the caller, and is rarely requested.

export type DescribedColumn = {
  name: string
  type: string
  description: string | null
  isNullable: boolean
  default: string | null
  maxLength: number | null
  enum: string[] | null
}

export type DescribedTable = { name: string; description: string | null; columns: DescribedColumn[] }

export type DescribedFunction = {
  name: string
  description: string | null
  isVolatile: boolean
  arguments: { name: string; type: string; isRequired: boolean; isVariadic: boolean }[]
}

export type Descriptions = { description: string | null; tables: DescribedTable[]; functions: DescribedFunction[] }

/** $1 is the schema; $2 includes objects that the caller has no privilege on. */
export const descriptionQuery = `
select json_build_object(
  'description', (select obj_description(oid, 'pg_namespace') from pg_namespace where nspname = $1),
  'tables', (select coalesce(json_agg(json_build_object(
      'name', c.relname, 'description', obj_description(c.oid, 'pg_class'),
      'columns', (select coalesce(json_agg(json_build_object(
          'name', a.attname, 'description', col_description(c.oid, a.attnum),
          'type', case when t.typtype = 'd' and b.typnamespace = 'pg_catalog'::regnamespace then format_type(t.typbasetype, null)
            when t.typnamespace = 'pg_catalog'::regnamespace then format_type(a.atttypid, null)
            else format_type(a.atttypid, a.atttypmod) end,
          'isNullable', not (a.attnotnull or t.typtype = 'd' and t.typnotnull),
          'default', case when a.attidentity <> '' or a.attgenerated <> '' then null
            else coalesce(pg_get_expr(d.adbin, d.adrelid), pg_get_expr(t.typdefaultbin, 0)) end,
          'maxLength', case when a.atttypid in ('varchar'::regtype, 'bpchar'::regtype) and a.atttypmod > 4 then a.atttypmod - 4 end,
          'enum', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid in (t.oid, t.typbasetype))
        ) order by a.attnum), '[]')
        from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_type b on b.oid = t.typbasetype
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
    ) order by c.relname), '[]')
    from pg_class c
    where c.relnamespace = (select oid from pg_namespace where nspname = $1) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
      and ($2::boolean or has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE') or has_any_column_privilege(c.oid, 'SELECT, INSERT, UPDATE'))),
  'functions', (select coalesce(json_agg(json_build_object(
      'name', p.proname, 'description', obj_description(p.oid, 'pg_proc'), 'isVolatile', p.provolatile = 'v',
      'arguments', (select coalesce(json_agg(json_build_object(
          'name', coalesce(i.name, ''), 'type', format_type(p.proargtypes[i.place - 1], null),
          'isRequired', i.place <= p.pronargs - p.pronargdefaults, 'isVariadic', i.mode = 'v') order by i.place), '[]')
        from (select p.proargnames[place] as name, coalesce(p.proargmodes[place], 'i') as mode, row_number() over (order by place) as place
          from generate_series(1, coalesce(cardinality(p.proallargtypes), p.pronargs)) place
          where coalesce(p.proargmodes[place], 'i') in ('i', 'b', 'v')) i)
    ) order by p.proname, p.oid), '[]')
    from pg_proc p
    where p.pronamespace = (select oid from pg_namespace where nspname = $1) and p.prokind = 'f'
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      and ($2::boolean or has_function_privilege(p.oid, 'execute')))
)::text`
