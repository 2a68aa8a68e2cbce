// Columns and json paths as SQL.
import type { ColumnRef } from '../planning/column-ref.ts'
import type { Table } from '../schema/schema.ts'
import { type Parameters, ident, qualified } from './text.ts'

/** The FROM item, and how its columns are qualified. */
export type From = { text: string; alias: string; table: Table | undefined; isTableItself: boolean }

export const fromTable = (table: Table, alias = ident(table.name)): From => ({
  text: `${qualified(table.schema, table.name)} AS ${alias}`,
  alias,
  table,
  isTableItself: true,
})

export function columnRefSql(ref: ColumnRef, from: From, parameters: Parameters): string {
  const column = ref.isComputed
    ? `${qualified(from.table!.schema, ref.name)}(${rowOf(from)})`
    : `${from.alias}.${ident(ref.name)}`
  if (ref.path.length === 0) return column
  const isJson = ref.type === 'json' || ref.type === 'jsonb'
  const steps = ref.path.map(({ key, asText }) => {
    const operand = typeof key === 'number' ? `(${key})` : `${parameters.bind(key)}::text`
    return (asText ? '->>' : '->') + operand
  })
  return `(${isJson ? column : `to_jsonb(${column})`}${steps.join('')})`
}

/** The row as a value of its table's type. Rows from a CTE have lost the type and are rebuilt. */
export function rowOf({ alias, table, isTableItself }: From): string {
  if (isTableItself || !table) return alias
  const columns = [...table.columns.keys()].map((name) => `${alias}.${ident(name)}`)
  return `ROW(${columns.join(', ')})::${qualified(table.schema, table.name)}`
}

const spelled =
  /^(?:bit varying|character varying|double precision|(?:time|timestamp) with(?:out)? time zone|int|integer|smallint|bigint|real|float|decimal|dec|boolean|char|character)$/

/** A cast type named by the caller: an SQL keyword, or a name on the search path. Case-insensitive, as in SQL. */
export function castSql(expression: string, type: string): string {
  const isArray = type.endsWith('[]')
  const name = (isArray ? type.slice(0, -2) : type).toLowerCase()
  return `CAST(${expression} AS ${spelled.test(name) ? name : ident(name)}${isArray ? '[]' : ''})`
}
