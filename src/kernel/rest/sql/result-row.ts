// The single result row of every statement: row count, finished body, and the other parts of the response.
import type { PlainRow } from '#kernel/postgres/batch.ts'
import type { ResponseFormat } from '../planning/response-format.ts'
import { ident, qualified } from './text.ts'

export type ResultRow = {
  /** Rows in the body; for a write, rows written. */
  rows: number
  body: Buffer | string
  total?: number
  /** For an upsert: how many of the rows existed before. */
  merged: number
  /** The primary key of the single inserted row, as JSON. */
  key?: string
  /** response.headers and response.status as set by a function or trigger. */
  headers?: string
  status?: string
}

const columns = ['rows', 'body', 'total', 'merged', 'key', 'headers', 'status'] as const

/** The select list: the columns of the result row, then the expression that may refuse the write. */
export function resultSql(parts: Partial<Record<keyof ResultRow, string>>, refusals: string[] = []): string {
  const last = columns.findLastIndex((name) => parts[name] !== undefined)
  const list = columns.slice(0, last + 1).map((name) => (parts[name] === undefined ? 'NULL' : parts[name]))
  return [...list, ...refusals].join(', ')
}

export function readResult([rows, body, total, merged, key, headers, status]: PlainRow): ResultRow {
  return {
    rows: Number(rows),
    body: body ?? '',
    merged: Number(merged ?? 0),
    ...(total && { total: Number(total) }),
    ...(key && { key: String(key) }),
    ...(headers && { headers: String(headers) }),
    ...(status && { status: String(status) }),
  }
}

export const changedByFunctions = {
  headers: `nullif(current_setting('response.headers', true), '')`,
  status: `nullif(current_setting('response.status', true), '')`,
}

/**
 * A write that must be refused has to fail inside its own statement: by the time its result arrives, it is committed.
 * A failing cast is plain SQL's only way to raise a message; database-error.ts parses it.
 */
export const refuseSql = (reason: 'single' | 'max-affected', condition: string, rows: string) =>
  `CASE WHEN ${condition} THEN ('pgrst.${reason}:' || ${rows})::int END AS ${ident(reason)}`

/** All rows of `row` in the requested format. */
export function bodySql(format: ResponseFormat, row: string, geoJson?: string): string {
  const { form, stripped, maker } = format
  if (form === 'csv') return csvSql(row)
  if (form === 'array') return `coalesce(json_agg(${stripped ? strippedSql(row) : row})::text, '[]')`
  if (form === 'geojson')
    return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(${geoJson}(${row})::json), '[]'))::text`
  if (form === 'aggregate') {
    const { schema, name, table } = maker!
    return `${qualified(schema, name)}(${table ? `${row}::${qualified(table.schema, table.name)}` : row})`
  }
  // More than one row is refused, so no separator is needed.
  return `coalesce(string_agg(${stripped ? strippedSql(row) : `row_to_json(${row})`}::text, ''), 'null')`
}

/** Scalar values, in the column pgrst_scalar of `row`. */
export function scalarSql({ form }: ResponseFormat, isSet: boolean, row: string): string {
  const value = `${row}.pgrst_scalar`
  if (form === 'scalar') return `(array_agg(${value}))[1]`
  if (form === 'csv') return csvSql(row)
  if (isSet && form !== 'object') return `coalesce(json_agg(${value})::text, '[]')`
  return `coalesce(string_agg(to_json(${value})::text, ''), 'null')`
}

const strippedSql = (row: string) => `json_strip_nulls(row_to_json(${row}))`

const csvSql = (row: string) => `coalesce((
  SELECT string_agg(csv_quoted, ',') FROM (
    SELECT CASE WHEN name ~ '[",\\n\\r]' THEN '"' || replace(name, '"', '""') || '"' ELSE name END AS csv_quoted
    FROM json_object_keys((array_agg(row_to_json(${row})))[1]) AS name) AS pgrst_names
  ), '') || E'\\n' || coalesce(string_agg(substr(${row}::text, 2, length(${row}::text) - 2), E'\\n'), '')`
