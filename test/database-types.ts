// The generator of src/client/database.types.ts: the public schema in the shape of `supabase gen types typescript`.
import {
  type Composite,
  type Relation,
  type Relationship,
  type Routine,
  type TypeName,
  composites,
  enums,
  functions,
  relations,
} from './database-catalog.ts'

type Sql = <Row extends Record<string, unknown>>(text: string) => Promise<Row[]>

/** The public schema of a migrated database as TypeScript types, in a stable order. */
export async function databaseTypes(sql: Sql): Promise<string> {
  const all = await sql<Relation>(relations)
  const allowed = new Map(all.map(({ name, checks }) => [name, allowedValues(checks)]))
  const routines = Map.groupBy(await sql<Routine>(functions), ({ name }) => name)
  const shapes = await sql<Composite>(composites)
  const labels = await sql<{ name: string; labels: string[] }>(enums)
  return `${[
    head,
    'export type Database = {',
    '  public: {',
    ...member(
      'Tables',
      all.filter(({ isView }) => !isView).flatMap((each) => table(each, allowed)),
    ),
    ...member('Views', all.filter(({ isView }) => isView).flatMap(view)),
    ...member(
      'Functions',
      [...routines].flatMap(([name, overloads]) => routineLines(name, overloads)),
    ),
    ...member(
      'Enums',
      labels.map((each) => `${each.name}: ${each.labels.map(quote).join(' | ')}`),
    ),
    ...member(
      'CompositeTypes',
      shapes.map(
        ({ name, fields }) => `${name}: ${inside(fields.map((field) => `${field.name}: ${argument(field)} | null`))}`,
      ),
    ),
    '  }',
    '}',
    tail,
  ].join('\n')}`
}

const head = `// Written by node scripts/schema.ts from a migrated database; a test compares it. Change the SQL files, then write it again.
import type { Shape } from './column-shapes.ts'

/** A jsonb object. Its members are declared by the module's contract. */
type JsonObject = { [key: string]: unknown }
export type Json = string | number | boolean | null | JsonObject | readonly unknown[]
`
const tail = `
type Relations = Database['public']['Tables'] & Database['public']['Views']
type Functions = Database['public']['Functions']
/** A row of a table or a view. */
export type Tables<Name extends keyof Relations> = Relations[Name]['Row']
/** A new row of a table. */
export type TablesInsert<Name extends keyof Database['public']['Tables']> = Database['public']['Tables'][Name]['Insert']
/** A row that a function returns. */
export type FunctionRow<Name extends keyof Functions> = Functions[Name]['Returns'] extends (infer Row)[] ? Row : Functions[Name]['Returns']
`

const quote = (text: string) => `'${text.replaceAll("'", String.raw`\'`)}'`
const inside = (members: string[]) => (members.length === 0 ? 'Record<never, never>' : `{ ${members.join('; ')} }`)
const member = (name: string, lines: string[]) =>
  lines.length === 0
    ? [`    ${name}: Record<never, never>`]
    : [`    ${name}: {`, ...lines.map((line) => `      ${line}`), '    }']

function table({ name, columns, triggers, relationships }: Relation, all: Map<string, Allowed>): string[] {
  const allowed = new Map([
    ...relationships.flatMap((key) =>
      key.columns.map((column, i) => [column, all.get(key.to)?.get(key.toColumns[i]!)] as const),
    ),
    ...all.get(name)!,
  ])
  const orNull = (type: string, isNullable: boolean) => (isNullable ? `${type} | null` : type)
  const row = columns.map(
    (column) =>
      `${column.name}: ${orNull(read(column, `${name}.${column.name}`, allowed.get(column.name)), column.isNullable)}`,
  )
  const isSetByTrigger = (column: string) => triggers.some((comment) => clause(comment, 'sets')(column))
  const change = (isInsert: boolean) =>
    columns.map((column) => {
      if (column.isComputed) return `${column.name}?: never`
      const isRequired = isInsert && !column.isNullable && !column.hasDefault && !isSetByTrigger(column.name)
      return `${column.name}${isRequired ? '' : '?'}: ${orNull(written(column, `${name}.${column.name}`, allowed.get(column.name)), column.isNullable)}`
    })
  return [
    `${name}: {`,
    ...lines('Row', row),
    ...lines('Insert', change(true)),
    ...lines('Update', change(false)),
    `  Relationships: [${relationships.map(relationship).join(', ')}]`,
    '}',
  ]
}

function view({ name, comment, columns, relationships }: Relation): string[] {
  const isNeverNull = clause(comment, 'never null')
  return [
    `${name}: {`,
    ...lines(
      'Row',
      columns.map(
        (column) =>
          `${column.name}: ${answered(column, `${name}.${column.name}`)}${isNeverNull(column.name) ? '' : ' | null'}`,
      ),
    ),
    `  Relationships: [${relationships.map(relationship).join(', ')}]`,
    '}',
  ]
}

const lines = (name: string, members: string[]) => [`  ${name}: {`, ...members.map((each) => `    ${each}`), '  }']

const relationship = ({ name, columns, isOneToOne, to, toColumns }: Relationship) =>
  inside([
    `foreignKeyName: ${quote(name)}`,
    `columns: [${columns.map(quote).join(', ')}]`,
    `isOneToOne: ${isOneToOne}`,
    `referencedRelation: ${quote(to)}`,
    `referencedColumns: [${toColumns.map(quote).join(', ')}]`,
  ])

function routineLines(name: string, overloads: Routine[]): string[] {
  const [first, ...others] = overloads.map(routine)
  if (others.length > 0) return [`${name}:`, ...[first, ...others].map((each) => `  | ${inside(each!)}`)]
  return [`${name}: {`, ...first!.map((each) => `  ${each}`), '}']
}

function routine({ name, comment, args, returns, isSet, columns, relation }: Routine): string[] {
  const isNeverNull = clause(comment, 'never null')
  const takesNull = clause(comment, 'takes null')
  const parameters = args.map((arg) => {
    const isNullable = arg.isNullable || takesNull(arg.name)
    return `${arg.name}${arg.isOptional ? '?' : ''}: ${argument(arg)}${isNullable ? ' | null' : ''}`
  })
  const value = (type: TypeName) =>
    isSet || isNeverNull('') || ['json', 'jsonb', 'void'].includes(type.type)
      ? read(type, name)
      : `${read(type, name)} | null`
  const fields = columns.map(
    (each) => `${each.name}: ${answered(each, `${name}.${each.name}`)}${isNeverNull(each.name) ? '' : ' | null'}`,
  )
  const row = relation ? `Tables<${quote(relation)}>` : fields.length > 0 ? inside(fields) : value(returns)
  return [
    `Args: ${parameters.length === 0 ? 'Record<PropertyKey, never>' : inside(parameters)}`,
    `Returns: ${isSet ? `${row}[]` : row}`,
    ...(relation
      ? [`SetofOptions: { from: '*'; to: ${quote(relation)}; isOneToOne: ${!isSet}; isSetofReturn: ${isSet} }`]
      : []),
  ]
}

/**
 * Reads a named clause of an SQL comment, for data that the catalog lacks. Clauses are separated by semicolons. View
 * or function: `never null: id, title` names columns that always have a value; a bare `never null` applies to a
 * function's single value. Function: `takes null: until` names arguments without a default that may be null. Trigger:
 * `sets: rank, stage` names columns that it fills, so that an insert may omit them.
 */
function clause(comment: string | null, word: string): (name: string) => boolean {
  const clauses = (comment ?? '').split('; ').map((each) => each.split(': '))
  const names = clauses.filter(([title]) => title === word).flatMap(([, list]) => list?.split(', ') ?? [''])
  return (name) => names.includes(name)
}

type Allowed = Map<string, string>

/**
 * The values of a column that its check constraint lists, as a union: `check (status in ('open', 'won'))`, or `check (tags <@ array['a',
 * 'b'])`. Also whether a jsonb column is an object or an array. A foreign key inherits the values of its target.
 */
const allowedValues = (checks: Relation['checks']): Allowed =>
  new Map(
    checks.flatMap(({ column, text }) => {
      const values = valuesOf(column, text)
      return values === undefined ? [] : [[column, values]]
    }),
  )

function valuesOf(column: string, text: string): string | undefined {
  const document = /^CHECK \(\(+jsonb_typeof\("?(\w+)"?\) = '(object|array)'::text\)/.exec(text)
  if (document?.[1] === column) return document[2] === 'object' ? 'JsonObject' : 'unknown[]'
  const [, list] =
    /^CHECK \(\((?:"?\w+"? IS NULL\) OR \()?"?\w+"? (?:= ANY \(|<@ )ARRAY\[([^\]]*)\]\)*$/.exec(text) ??
    /^CHECK \(\("?\w+"? = ('(?:[^']|'')*'::text)\)\)$/.exec(text) ??
    []
  const values = list?.matchAll(/'((?:[^']|'')*)'::text|(\d+)/g)
  return values && [...values].map(([, word, number]) => number ?? quote(word!.replaceAll("''", "'"))).join(' | ')
}

const numbers = ['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid']

function scalar({ type, kind }: TypeName): string {
  if (kind === 'e') return `Database['public']['Enums'][${quote(type)}]`
  if (kind === 'c') return `Database['public']['CompositeTypes'][${quote(type)}]`
  if (numbers.includes(type)) return 'number'
  if (type === 'bool') return 'boolean'
  if (type === 'json' || type === 'jsonb') return 'Json'
  if (type === 'void') return 'undefined'
  return type === 'record' ? 'Record<string, unknown>' : 'string'
}

const listOf = (element: string) => (element.includes(' | ') ? `(${element})[]` : `${element}[]`)

/** Column shapes that modules declare where no check constraint describes them: see `src/client/column-shapes.ts`. */
function shaped(column: string, type: TypeName, known: string): string {
  const isOpen = type.isArray ? type.type === 'text' && known === 'string[]' : ['json', 'jsonb'].includes(type.type)
  return isOpen ? `Shape<${quote(column)}, ${known}>` : known
}

/** The type of a column in a select. */
const read = (type: TypeName, column: string, allowed = scalar(type)) =>
  shaped(column, type, type.isArray ? listOf(allowed) : allowed)

/** The type of a column of a view or of a function's table: its texts have no check constraint either. */
const answered = (type: TypeName, column: string) =>
  type.type === 'text' && !type.isArray ? `Shape<${quote(column)}, string>` : read(type, column)

/** The type of a column in an insert or update: lists may be read-only. */
function written(type: TypeName, column: string, allowed = scalar(type)): string {
  const shape = shaped(column, type, type.isArray ? listOf(allowed) : allowed)
  return type.isArray ? `Readonly<${shape}>` : shape
}

/** The type of a function's argument: lists may be read-only, and a composite may omit fields. */
function argument(type: TypeName): string {
  const each = type.kind === 'c' ? `Partial<${scalar(type)}>` : scalar(type)
  return type.isArray ? `readonly ${listOf(each)}` : each
}
