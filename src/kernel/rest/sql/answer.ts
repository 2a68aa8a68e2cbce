// The one row that every statement answers: how many rows, the finished body, and what else the response needs.
import type { PlainRow } from '../../postgres/batch.ts'
import type { Shape } from '../planning/shape.ts'
import { ident, qualified } from './text.ts'

export type Answer = {
  /** How many rows are in the body; of a write how many were written. */
  rows: number
  body: Buffer | string
  total?: number
  /** Of an upsert: how many of the rows were there before. */
  merged: number
  /** The primary key of the one row that was inserted, as JSON. */
  key?: string
  /** What a function or trigger wrote into response.headers and response.status. */
  headers?: string
  status?: string
}

const columns = ['rows', 'body', 'total', 'merged', 'key', 'headers', 'status'] as const

/** The list of a SELECT: the columns of an answer at their places, then what may refuse it. */
export function answerSql(parts: Partial<Record<keyof Answer, string>>, refusals: string[] = []): string {
  const last = columns.findLastIndex((name) => parts[name] !== undefined)
  const list = columns.slice(0, last + 1).map((name) => (parts[name] === undefined ? 'NULL' : parts[name]))
  return [...list, ...refusals].join(', ')
}

export function readAnswer([rows, body, total, merged, key, headers, status]: PlainRow): Answer {
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
 * A write that may not stay must fail inside its own statement: by the time its answer is here, it is committed.
 * The only way to fail with a message in plain SQL is a cast; database-error.ts reads it back.
 */
export const refuseSql = (reason: 'single' | 'max-affected', condition: string, rows: string) =>
  `CASE WHEN ${condition} THEN ('pgrst.${reason}:' || ${rows})::int END AS ${ident(reason)}`

/** All rows of `row` in the wanted form. */
export function bodySql(shape: Shape, row: string, geoJson?: string): string {
  const { form, stripped, maker } = shape
  if (form === 'csv') return csvSql(row)
  if (form === 'array') return `coalesce(json_agg(${stripped ? strippedSql(row) : row})::text, '[]')`
  if (form === 'geojson')
    return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(${geoJson}(${row})::json), '[]'))::text`
  if (form === 'made') {
    const { schema, name, table } = maker!
    return `${qualified(schema, name)}(${table ? `${row}::${qualified(table.schema, table.name)}` : row})`
  }
  // More rows than one are refused, so nothing needs to separate them.
  return `coalesce(string_agg(${stripped ? strippedSql(row) : `row_to_json(${row})`}::text, ''), 'null')`
}

/** Single values, in the column pgrst_scalar of `row`. */
export function scalarSql({ form }: Shape, isSet: boolean, row: string): string {
  const value = `${row}.pgrst_scalar`
  if (form === 'raw') return `(array_agg(${value}))[1]`
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
