// Resolves a column of a source by its name.
import type { Column, Table } from '../schema/schema.ts'
import type { Field, JsonStep } from '../parsing/field.ts'
import { unknownColumn } from './resolve-names.ts'

/** The source of rows: a relation, or the result of a function. */
export type Source = {
  schema: string
  name: string
  /** PostgREST's name for the source in its SQL, and so in the error for an unknown column. */
  alias: string
  table: Table | undefined
  columns: Map<string, Column>
}

/** A column of a source or a computed column, with a json path into its value. */
export type ColumnRef = { name: string; type: string | undefined; isComputed: boolean; path: JsonStep[] }

export const sourceOf = (table: Table, alias = table.name): Source => ({
  schema: table.schema,
  name: table.name,
  alias,
  table,
  columns: table.columns,
})

export function findColumn(source: Source, field: Field): ColumnRef | undefined {
  const column = source.columns.get(field.name)
  const isComputed = !column && Boolean(source.table?.computed.has(field.name))
  if (!column && !isComputed) return undefined
  return { name: field.name, type: column?.base ?? column?.type, isComputed, path: field.path }
}

export function planColumnRef(source: Source, field: Field): ColumnRef {
  const ref = findColumn(source, field)
  if (!ref) throw unknownColumn(source.alias, field.name, source.columns.keys())
  return ref
}
