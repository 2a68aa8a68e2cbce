// Columns and places inside json, as SQL.
import type { Place } from '../planning/read-plan.ts'
import type { Table } from '../schema/schema.ts'
import { type Parameters, ident, qualified } from './text.ts'

/** What stands after FROM, and how its columns are called. */
export type From = { text: string; alias: string; table: Table | undefined; isTableItself: boolean }

export const fromTable = (table: Table, alias = ident(table.name)): From => ({
  text: `${qualified(table.schema, table.name)} AS ${alias}`,
  alias,
  table,
  isTableItself: true,
})

export function placeSql(place: Place, from: From, parameters: Parameters): string {
  const column = place.isComputed
    ? `${qualified(from.table!.schema, place.name)}(${rowOf(from)})`
    : `${from.alias}.${ident(place.name)}`
  if (place.path.length === 0) return column
  const isJson = place.type === 'json' || place.type === 'jsonb'
  const steps = place.path.map(({ key, asText }) => {
    const operand = typeof key === 'number' ? `(${key})` : `${parameters.bind(key)}::text`
    return (asText ? '->>' : '->') + operand
  })
  return `(${isJson ? column : `to_jsonb(${column})`}${steps.join('')})`
}

/** The row as a value of its table's type. Rows that come out of a statement have lost it and are put together again. */
export function rowOf({ alias, table, isTableItself }: From): string {
  if (isTableItself || !table) return alias
  const columns = [...table.columns.keys()].map((name) => `${alias}.${ident(name)}`)
  return `ROW(${columns.join(', ')})::${qualified(table.schema, table.name)}`
}

const builtIn = new Map(
  ['int', 'integer', 'smallint', 'bigint', 'real', 'float', 'decimal', 'dec', 'boolean', 'character varying', 'double precision', 'time with time zone', 'time without time zone', 'timestamp with time zone', 'timestamp without time zone', 'bit varying'].map((name) => [name, name]),
) // prettier-ignore

/** A type the caller names: a keyword of SQL's own, else a quoted name that the search path resolves. */
export function castSql(expression: string, type: string): string {
  const isArray = type.endsWith('[]')
  const name = isArray ? type.slice(0, -2) : type
  return `CAST(${expression} AS ${builtIn.get(name.toLowerCase()) ?? ident(name)}${isArray ? '[]' : ''})`
}
