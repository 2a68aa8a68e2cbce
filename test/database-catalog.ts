// What the generator of src/client/database.types.ts reads from the catalog: one row per object of the public schema, in a stable order.

/** A type of the catalog. An array is described by its element. */
export type TypeName = { type: string; kind: string; isArray: boolean }
export type Column = TypeName & {
  name: string
  isNullable: boolean
  hasDefault: boolean
  /** Not writable: a generated column, or an identity column that refuses values. */
  isComputed: boolean
}
export type Relationship = { name: string; columns: string[]; isOneToOne: boolean; to: string; toColumns: string[] }
export type Relation = {
  name: string
  isView: boolean
  comment: string | null
  columns: Column[]
  /** Check constraints of one column or of its domain, as PostgreSQL prints them. */
  checks: { column: string; text: string }[]
  /** The comments of the table's triggers. */
  triggers: string[]
  relationships: Relationship[]
}
export type Routine = {
  name: string
  comment: string | null
  args: (TypeName & { name: string; isOptional: boolean; isNullable: boolean })[]
  returns: TypeName
  isSet: boolean
  /** The columns of `returns table (…)`. */
  columns: (TypeName & { name: string })[]
  /** The relation whose rows are returned, if any. */
  relation: string | null
}
export type Composite = { name: string; fields: (TypeName & { name: string })[] }

const inPublic = (column: string) => `${column} = 'public'::regnamespace`
const notOfExtension = (catalog: string) =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${catalog}.oid and deptype = 'e')`

/** The arguments of `json_build_object` for a type: a domain resolves to its base type, an array to its element type. */
const typeOf = (oid: string) => `
  'type', (select coalesce(base.typname, element.typname, pg_type.typname) from pg_type
    left join pg_type base on base.oid = pg_type.typbasetype left join pg_type element on element.typarray = pg_type.oid where pg_type.oid = ${oid}),
  'kind', (select coalesce(base.typtype, element.typtype, pg_type.typtype) from pg_type
    left join pg_type base on base.oid = pg_type.typbasetype left join pg_type element on element.typarray = pg_type.oid where pg_type.oid = ${oid}),
  'isArray', exists (select from pg_type element where element.typarray = ${oid})`

/** Tables and views with columns, checks and foreign keys inside the schema. */
export const relations = `
  select relname as name, relkind in ('v', 'm') as "isView", obj_description(pg_class.oid, 'pg_class') as comment,
    (select json_agg(json_build_object('name', attname, 'isNullable', not (attnotnull or pg_type.typnotnull), ${typeOf('atttypid')},
        'hasDefault', atthasdef or attidentity <> '' or pg_type.typdefault is not null,
        'isComputed', attgenerated <> '' or attidentity = 'a') order by attname collate "C")
      from pg_attribute join pg_type on pg_type.oid = atttypid where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns,
    (select coalesce(json_agg(json_build_object('column', attname, 'text', pg_get_constraintdef(pg_constraint.oid)) order by conname collate "C"), '[]')
      from pg_attribute join pg_constraint on contype = 'c' and (conrelid = attrelid and conkey = array[attnum] or contypid = atttypid)
      where attrelid = pg_class.oid and attnum > 0) as checks,
    array(select obj_description(oid, 'pg_trigger') from pg_trigger where tgrelid = pg_class.oid and obj_description(oid, 'pg_trigger') is not null) as triggers,
    (select coalesce(json_agg(json_build_object('name', conname, 'to', target.relname,
        'columns', array(select attname from unnest(conkey) with ordinality as key (number, place) join pg_attribute on attrelid = conrelid and attnum = number order by place),
        'toColumns', array(select attname from unnest(confkey) with ordinality as key (number, place) join pg_attribute on attrelid = confrelid and attnum = number order by place),
        'isOneToOne', exists (select from pg_index where indrelid = conrelid and indisunique and indpred is null and indkey::smallint[] <@ conkey and conkey <@ indkey::smallint[])
      ) order by conname collate "C"), '[]')
      from pg_constraint join pg_class target on target.oid = confrelid where conrelid = pg_class.oid and contype = 'f' and ${inPublic('target.relnamespace')}) as relationships
  from pg_class where ${inPublic('relnamespace')} and relkind in ('r', 'p', 'v', 'm') and ${notOfExtension('pg_class')} order by relname collate "C"`

/** Functions that an API role may call with named arguments: neither trigger functions nor computed columns. */
export const functions = `
  select proname as name, obj_description(pg_proc.oid, 'pg_proc') as comment, proretset as "isSet",
    (select coalesce(json_agg(json_build_object('name', name, 'isOptional', place > pronargs - pronargdefaults, ${typeOf('type')},
        'isNullable', place > pronargs - pronargdefaults and pg_get_function_arg_default(pg_proc.oid, place::int) like 'NULL%') order by name collate "C"), '[]')
      from unnest(proargtypes::oid[]) with ordinality as arg (type, place) cross join lateral (select coalesce(proargnames[place], '') as name) as named) as args,
    json_build_object(${typeOf('prorettype')}) as returns,
    (select coalesce(json_agg(json_build_object('name', name, ${typeOf('type')}) order by name collate "C"), '[]')
      from unnest(proallargtypes, proargmodes, proargnames) as column_ (type, mode, name) where mode in ('t', 'o')) as columns,
    (select relname from pg_type join pg_class on pg_class.oid = typrelid where pg_type.oid = prorettype and relkind <> 'c') as relation
  from pg_proc where ${inPublic('pronamespace')} and prokind = 'f' and prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
    and (pronargs = 0 or '' <> all (coalesce(proargnames, array_fill(''::text, array[1]))))
    and exists (select from unnest(array['anon', 'authenticated', 'service_role']) as role where has_function_privilege(role, pg_proc.oid, 'execute'))
    and not exists (select from pg_type join pg_class on pg_class.oid = typrelid where pg_type.oid = any (proargtypes) and relkind <> 'c')
    and ${notOfExtension('pg_proc')}
  order by proname collate "C", pg_get_function_identity_arguments(pg_proc.oid) collate "C"`

/** Standalone composite types, not the row types of tables. */
export const composites = `
  select typname as name,
    (select json_agg(json_build_object('name', attname, ${typeOf('atttypid')}) order by attname collate "C") from pg_attribute where attrelid = typrelid and attnum > 0) as fields
  from pg_type join pg_class on pg_class.oid = typrelid where ${inPublic('typnamespace')} and relkind = 'c' order by typname collate "C"`

export const enums = `
  select typname as name, array_agg(enumlabel::text order by enumsortorder) as labels
  from pg_type join pg_enum on enumtypid = pg_type.oid where ${inPublic('typnamespace')} group by typname order by typname collate "C"`
