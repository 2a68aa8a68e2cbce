// From the plan to one statement that does the work and makes the whole answer, so that JSON goes from PostgreSQL to the socket unparsed.
import type { Shape } from './parsing/media-type.ts'
import type { Preferences } from './parsing/preferences.ts'
import type { Plan } from './plan.ts'
import type { ReadNode } from './planning/read-plan.ts'
import { callSql } from './sql/call.ts'
import { type From, fromTable } from './sql/place.ts'
import { matchingSql, readSql } from './sql/read.ts'
import { Parameters, ident } from './sql/text.ts'
import { countOfMerged, writeSql } from './sql/write.ts'

export type Sql = { text: string; values: string[] }

/** `main` answers one row, an Answer. `estimate` asks the planner how many rows there may be. */
export type Statements = { main: Sql; estimate?: Sql }

/** All as text, as it comes from the database. */
export type Answer = {
  /** How many rows are in the body; of a write how many were written. */
  rows: string
  body: string
  total?: string | null
  /** Of an upsert: how many of the rows were there before. */
  merged?: string
  /** The primary key of the one row that was inserted, as JSON. */
  key?: string | null
  headers?: string | null
  status?: string | null
}

export type Wishes = { shape: Shape; headOnly: boolean; count: Preferences['count']; maxRows: number | undefined }

export function toSql(plan: Plan, wishes: Wishes): Statements {
  if (plan.kind === 'read') return readStatements(plan.read, fromTable(plan.table), wishes)
  if (plan.kind === 'write') return { main: writeStatement(plan, wishes) }
  return callStatements(plan, wishes)
}

const settings = `nullif(current_setting('response.headers', true), '') AS headers, nullif(current_setting('response.status', true), '') AS status`

function readStatements(node: ReadNode, from: From, wishes: Wishes): Statements {
  const parameters = new Parameters()
  // Only counted: then nothing needs to be selected, joined or put in order.
  const read = wishes.headOnly
    ? { ...node, columns: [], order: [], embeds: node.embeds.map((embed) => ({ ...embed, isShown: false })) }
    : node
  const rows = readSql(read, from, parameters)
  const list = [
    'count(*) AS rows',
    `${wishes.headOnly ? `''` : bodySql(wishes.shape, 'pgrst_row')} AS body`,
    ...totalSql(node, from, parameters, wishes),
  ]
  const main = { text: `SELECT ${list.join(', ')} FROM (${rows}) AS pgrst_row`, values: parameters.values }
  return { main, ...estimateOf(node, from, wishes) }
}

/** The exact total. When fewer rows came than were asked for, they are all there are, and nothing is counted twice. */
function totalSql(node: ReadNode, from: From, parameters: Parameters, { count, maxRows }: Wishes): string[] {
  if (!count || count === 'planned') return []
  const matching = matchingSql(node, from, parameters)
  // estimated: exact up to the largest answer, beyond it unknown here.
  const most = count === 'estimated' && maxRows !== undefined ? maxRows + 1 : undefined
  const counted =
    most === undefined
      ? `(SELECT count(*) FROM (${matching}) AS pgrst_all)`
      : `(SELECT nullif(count(*), ${most}) FROM (${matching} LIMIT ${most}) AS pgrst_all)`
  if (node.offset) return [`${counted} AS total`]
  const enough = node.limit === undefined ? 'TRUE' : `count(*) < ${node.limit}`
  return [`CASE WHEN ${enough} THEN count(*) ELSE ${counted} END AS total`]
}

function estimateOf(node: ReadNode, from: From, { count }: Wishes): { estimate?: Sql } {
  if (count !== 'planned' && count !== 'estimated') return {}
  const parameters = new Parameters()
  return {
    estimate: { text: `EXPLAIN (FORMAT JSON) ${matchingSql(node, from, parameters)}`, values: parameters.values },
  }
}

function bodySql({ form, stripped }: Shape, row: string) {
  if (form === 'csv') return csvSql(row)
  const json = stripped ? `json_strip_nulls(row_to_json(${row}))` : row
  if (form === 'array') return `coalesce(json_agg(${json})::text, '[]')`
  // More rows than one are refused, so nothing needs to separate them.
  return `coalesce(string_agg(${stripped ? json : `row_to_json(${row})`}::text, ''), 'null')`
}

const csvSql = (row: string) => `coalesce((
  SELECT string_agg(csv_quoted, ',') FROM (
    SELECT CASE WHEN name ~ '[",\\n\\r]' THEN '"' || replace(name, '"', '""') || '"' ELSE name END AS csv_quoted
    FROM json_object_keys((array_agg(row_to_json(${row})))[1]) AS name) AS pgrst_names
  ) || E'\\n' || string_agg(substr(${row}::text, 2, length(${row}::text) - 2), E'\\n'), '')`

function writeStatement(plan: Plan & { kind: 'write' }, { shape }: Wishes): Sql {
  const parameters = new Parameters()
  const written = writeSql(plan, parameters)
  const from = sourceOf(plan.table.name, plan.table)
  // What comes back may be fewer rows than were written.
  const { limit, offset, embeds } = plan.read
  const isPart = plan.returning === 'rows' && (limit !== undefined || offset || embeds.some((embed) => embed.isInner))
  const affected = isPart ? '(SELECT count(*) FROM pgrst_source)' : 'count(*)'
  const isSingle = shape.form === 'object' && plan.returning === 'rows' && plan.action !== 'put'
  const list = [
    `${affected} AS rows`,
    `${plan.returning === 'rows' ? bodySql(shape, 'pgrst_row') : `''`} AS body`,
    ...(plan.conflict?.resolution === 'merge' ? [`${countOfMerged} AS merged`] : []),
    ...(plan.returning === 'keys' ? ['CASE WHEN count(*) = 1 THEN (json_agg(pgrst_row)->0)::text END AS key'] : []),
    ...(isSingle ? [refuseSql('single', `${affected} <> 1`, affected)] : []),
    ...(plan.maxAffected === undefined
      ? []
      : [refuseSql('max-affected', `${affected} > ${plan.maxAffected}`, affected)]),
    settings,
  ]
  const rows = plan.returning === 'rows' ? readSql(plan.read, from, parameters) : 'SELECT * FROM pgrst_source'
  return {
    text: `WITH pgrst_source AS (${written}) SELECT ${list.join(', ')} FROM (${rows}) AS pgrst_row`,
    values: parameters.values,
  }
}

/**
 * A write that may not stay must fail inside its own statement: by the time its answer is here, it is committed.
 * The only way to fail with a message in plain SQL is a cast; database-error.ts reads it back.
 */
const refuseSql = (reason: string, condition: string, rows: string) =>
  `CASE WHEN ${condition} THEN ('pgrst.${reason}:' || ${rows})::int END AS ${ident(reason)}`

const sourceOf = (name: string, table: From['table']): From => ({
  text: `pgrst_source AS ${ident(name)}`,
  alias: ident(name),
  table,
  isTableItself: false,
})

function callStatements(plan: Plan & { kind: 'call' }, wishes: Wishes): Statements {
  const { returns } = plan.function
  const parameters = new Parameters()
  const source = callSql(plan, parameters)
  const from = sourceOf(plan.read?.source.name ?? 'pgrst_value', returns.table)
  const rows = plan.read ? readSql(plan.read, from, parameters) : `SELECT * FROM ${from.text}`
  const limit = plan.maxAffected
  const list = [
    'count(*) AS rows',
    `${returns.kind === 'void' ? `''` : plan.read ? rowsBody(wishes.shape, returns.isSet) : scalarBody(returns.isSet)} AS body`,
    ...(plan.read && wishes.count
      ? [`(SELECT count(*) FROM (${matchingSql(plan.read, from, parameters)}) AS pgrst_all) AS total`]
      : []),
    ...(wishes.shape.form === 'object' && returns.isSet && !plan.isReadOnly
      ? [refuseSql('single', 'count(*) <> 1', 'count(*)')]
      : []),
    ...(limit === undefined ? [] : [refuseSql('max-affected', `count(*) > ${limit}`, 'count(*)')]),
    settings,
  ]
  const text = `WITH pgrst_source AS (${source}) SELECT ${list.join(', ')} FROM (${rows}) AS pgrst_row`
  return { main: { text, values: parameters.values } }
}

const rowsBody = (shape: Shape, isSet: boolean) =>
  bodySql(isSet || shape.form === 'csv' ? shape : { ...shape, form: 'object' }, 'pgrst_row')

const scalarBody = (isSet: boolean) =>
  isSet
    ? `coalesce(json_agg(pgrst_row.pgrst_scalar)::text, '[]')`
    : `coalesce(string_agg(to_json(pgrst_row.pgrst_scalar)::text, ''), 'null')`
