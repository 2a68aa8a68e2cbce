// Resolves names of the request in the schema cache. Unknown names are refused here and never reach the database.
import { closeColumns, closestMatch } from './close-match.ts'
import { UnknownName } from '../errors/rest-error.ts'
import { type SchemaCache, type Table, keyOf } from '../schema/schema.ts'

export function findTable(cache: SchemaCache, schema: string, name: string): Table {
  const table = cache.tables.get(keyOf(schema, name))
  if (table) return table
  const names = [...cache.tables.values()].filter((other) => other.schema === schema).map((other) => other.name)
  const close = closestMatch(name, names, 0.75)
  throw new UnknownName(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`, {
    hint: close === undefined ? null : `Perhaps you meant the table '${schema}.${close}'`,
  })
}

/** A column that is written. */
export function requireColumn(table: Table, name: string) {
  const column = table.columns.get(name)
  if (column) return column
  throw new UnknownName(400, 'PGRST204', `Could not find the '${name}' column of '${table.name}' in the schema cache`)
}

/** A column that is read: the error is the one PostgreSQL would raise. */
export function unknownColumn(relation: string, name: string, known: Iterable<string>) {
  const close = closeColumns(name, known).map((column) => `the column "${relation}.${column}"`)
  return new UnknownName(400, '42703', `column ${relation}.${name} does not exist`, {
    hint: close.length === 0 ? null : `Perhaps you meant to reference ${close.join(' or ')}.`,
  })
}
