// A column of what is read, found by its name.
import type { Column, Table } from '../schema/schema.ts'
import type { Field, JsonStep } from '../parsing/field.ts'
import { unknownColumn } from './lookup.ts'

/** Where rows come from: a relation, or what a function gives. */
export type Source = {
  schema: string
  name: string
  /** What PostgREST calls it in its SQL, and so in the refusal of an unknown column. */
  alias: string
  table: Table | undefined
  columns: Map<string, Column>
}

/** A column of a source, or a function of its row; with the way into its json. */
export type Place = { name: string; type: string | undefined; isComputed: boolean; path: JsonStep[] }

export const sourceOf = (table: Table, alias = table.name): Source => ({
  schema: table.schema,
  name: table.name,
  alias,
  table,
  columns: table.columns,
})

export function findPlace(source: Source, field: Field): Place | undefined {
  const column = source.columns.get(field.name)
  const isComputed = !column && Boolean(source.table?.computed.has(field.name))
  if (!column && !isComputed) return undefined
  return { name: field.name, type: column?.type, isComputed, path: field.path }
}

export function planPlace(source: Source, field: Field): Place {
  const place = findPlace(source, field)
  if (!place) throw unknownColumn(source.alias, field.name, source.columns.keys())
  return place
}
