// Generates one statement that does the work and builds the whole response, so that JSON goes from PostgreSQL to the socket unparsed.
import type { Preferences } from './parsing/preferences.ts'
import type { Plan } from './plan.ts'
import { type ReadNode, isGrouped } from './planning/read-node.ts'
import { answerSql, bodySql, changedByFunctions, refuseSql, scalarSql } from './sql/result-row.ts'
import { callSql } from './sql/call.ts'
import { type From, fromTable } from './sql/column-path.ts'
import { matchingSql, readSql } from './sql/read.ts'
import { Parameters, ident } from './sql/text.ts'
import { countOfMerged, writeSql } from './sql/write.ts'

export type Sql = { text: string; values: string[] }

/** `main` returns one row, an Answer, or the lines of a query plan. `estimate` requests the planner's row count. */
export type Statements = { main: Sql; estimate?: Sql }

export type Wishes = {
  headOnly: boolean
  count: Preferences['count']
  maxRows: number | undefined
  /** The SQL name of the function that turns a row into GeoJSON. */
  geoJson?: string | undefined
}

export function toSql(plan: Plan, wishes: Wishes): Statements {
  const statements =
    plan.kind === 'read'
      ? readStatements(plan, fromTable(plan.table), wishes)
      : { main: plan.kind === 'write' ? writeStatement(plan, wishes) : callStatement(plan, wishes) }
  return plan.shape.plan ? { main: explain(statements.main, plan.shape.plan) } : statements
}

function explain({ text, values }: Sql, { format, options }: NonNullable<Plan['shape']['plan']>): Sql {
  const all = [`FORMAT ${format}`, ...options].join(', ').toUpperCase()
  return { text: `EXPLAIN (${all}) ${text}`, values }
}

function readStatements({ read: node, shape }: Plan & { kind: 'read' }, from: From, wishes: Wishes): Statements {
  const parameters = new Parameters()
  // Count only: no column is selected, joined or ordered.
  const read =
    wishes.headOnly && !isGrouped(node)
      ? { ...node, columns: [], order: [], embeds: node.embeds.map((embed) => ({ ...embed, isShown: false })) }
      : node
  const rows = readSql(read, from, parameters)
  const list = answerSql({
    rows: 'count(*)',
    body: wishes.headOnly ? `''` : bodySql(shape, 'pgrst_row', wishes.geoJson),
    ...totalSql(node, from, parameters, wishes),
    ...changedByFunctions,
  })
  const main = { text: `SELECT ${list} FROM (${rows}) AS pgrst_row`, values: parameters.values }
  return { main, ...estimateOf(node, from, wishes) }
}

/**
 * The total. A page that is not full already shows the total, so no second count runs.
 * Planned and estimated counts are exact up to the maximum response size: the planner also counts rows that policies hide, so its
 * estimate is used only above that size.
 */
function totalSql(node: ReadNode, from: From, parameters: Parameters, { count, maxRows }: Wishes) {
  if (!count) return {}
  const matching = matchingSql(node, from, parameters)
  const most = count !== 'exact' && maxRows !== undefined ? maxRows + 1 : undefined
  const counted =
    most === undefined
      ? `(SELECT count(*) FROM (${matching}) AS pgrst_all)`
      : `(SELECT nullif(count(*), ${most}) FROM (${matching} LIMIT ${most}) AS pgrst_all)`
  // Groups are fewer than the rows that were read.
  if (node.offset || isGrouped(node)) return { total: counted }
  const enough = node.limit === undefined ? 'TRUE' : `count(*) < ${node.limit}`
  return { total: `CASE WHEN ${enough} THEN count(*) ELSE ${counted} END` }
}

function estimateOf(node: ReadNode, from: From, { count }: Wishes): { estimate?: Sql } {
  if (count !== 'planned' && count !== 'estimated') return {}
  const parameters = new Parameters()
  const text = `EXPLAIN (FORMAT JSON) ${matchingSql(node, from, parameters)}`
  return { estimate: { text, values: parameters.values } }
}

function writeStatement(plan: Plan & { kind: 'write' }, { geoJson }: Wishes): Sql {
  const { returning, conflict, maxAffected, action, table, read, shape } = plan
  const parameters = new Parameters()
  const written = writeSql(plan, parameters)
  const from = sourceOf(table.name, table)
  const isShown = returning === 'rows'
  // Fewer rows may be returned than were written.
  const isPart = isShown && (isGrouped(read) || read.embeds.some((embed) => embed.isInner))
  const affected = isPart ? '(SELECT count(*) FROM pgrst_source)' : 'count(*)'
  const isSingle = shape.form === 'object' && isShown && action !== 'put'
  const list = answerSql(
    {
      rows: affected,
      body: isShown ? bodySql(shape, 'pgrst_row', geoJson) : `''`,
      ...(conflict?.resolution === 'merge' && { merged: countOfMerged }),
      ...(returning === 'keys' && { key: 'CASE WHEN count(*) = 1 THEN (json_agg(pgrst_row)->0)::text END' }),
      ...changedByFunctions,
    },
    [
      ...(isSingle ? [refuseSql('single', `${affected} <> 1`, affected)] : []),
      ...(maxAffected === undefined ? [] : [refuseSql('max-affected', `${affected} > ${maxAffected}`, affected)]),
    ],
  )
  const rows = isShown ? `(${readSql(read, from, parameters)})` : 'pgrst_source'
  return {
    text: `WITH pgrst_source AS (${written}) SELECT ${list} FROM ${rows} AS pgrst_row`,
    values: parameters.values,
  }
}

const sourceOf = (name: string, table: From['table']): From => ({
  text: `pgrst_source AS ${ident(name)}`,
  alias: ident(name),
  table,
  isTableItself: false,
})

function callStatement(plan: Plan & { kind: 'call' }, { count, geoJson }: Wishes): Sql {
  const { read, maxAffected, isReadOnly, shape } = plan
  const { returns } = plan.function
  const parameters = new Parameters()
  const source = callSql(plan, parameters)
  const from = sourceOf(read?.source.name ?? 'pgrst_value', returns.table)
  const rows = read ? `(${readSql(read, from, parameters)})` : 'pgrst_source'
  const isSingle = !returns.isSet && shape.form === 'array'
  const value =
    returns.kind === 'scalar'
      ? scalarSql(shape, returns.isSet, 'pgrst_row')
      : bodySql(isSingle ? { ...shape, form: 'object' } : shape, 'pgrst_row', geoJson)
  const matching = () => (read ? matchingSql(read, from, parameters) : 'SELECT FROM pgrst_source')
  const list = answerSql(
    {
      rows: 'count(*)',
      body: returns.kind === 'void' ? `''` : value,
      ...(count && { total: `(SELECT count(*) FROM (${matching()}) AS pgrst_all)` }),
      ...changedByFunctions,
    },
    [
      ...(shape.form === 'object' && returns.isSet && !isReadOnly
        ? [refuseSql('single', 'count(*) <> 1', 'count(*)')]
        : []),
      ...(maxAffected === undefined ? [] : [refuseSql('max-affected', `count(*) > ${maxAffected}`, 'count(*)')]),
    ],
  )
  return {
    text: `WITH pgrst_source AS (${source}) SELECT ${list} FROM ${rows} AS pgrst_row`,
    values: parameters.values,
  }
}
