// Generates one statement that does the work and builds the whole response, so that JSON goes from PostgreSQL to the socket unparsed.
import type { Preferences } from './parsing/preferences.ts'
import type { Plan } from './plan.ts'
import { type ReadNode, isGrouped } from './planning/read-node.ts'
import { resultSql, bodySql, changedByFunctions, refuseSql, scalarSql } from './sql/result-row.ts'
import { callSql } from './sql/call.ts'
import { type From, fromTable } from './sql/column-ref.ts'
import { matchingSql, readSql } from './sql/read.ts'
import { Parameters, ident } from './sql/text.ts'
import { countOfMerged, writeSql } from './sql/write.ts'

export type Sql = { text: string; values: string[] }

/** `main` returns one row, a ResultRow, or the lines of a query plan. `estimate` requests the planner's row count. */
export type Statements = { main: Sql; estimate?: Sql }

export type QueryOptions = {
  headOnly: boolean
  count: Preferences['count']
  maxRows: number | undefined
  /** The SQL name of the function that turns a row into GeoJSON. */
  geoJson?: string | undefined
}

export function toSql(plan: Plan, options: QueryOptions): Statements {
  const statements =
    plan.kind === 'read'
      ? readStatements(plan, fromTable(plan.table), options)
      : { main: plan.kind === 'write' ? writeStatement(plan, options) : callStatement(plan, options) }
  return plan.format.plan ? { main: explain(statements.main, plan.format.plan) } : statements
}

function explain({ text, values }: Sql, { format, options }: NonNullable<Plan['format']['plan']>): Sql {
  const all = [`FORMAT ${format}`, ...options].join(', ').toUpperCase()
  return { text: `EXPLAIN (${all}) ${text}`, values }
}

function readStatements(
  { read: node, format }: Plan & { kind: 'read' },
  from: From,
  options: QueryOptions,
): Statements {
  const parameters = new Parameters()
  // Only counts: no column is selected, joined or ordered.
  const read =
    options.headOnly && !isGrouped(node)
      ? { ...node, columns: [], order: [], embeds: node.embeds.map((embed) => ({ ...embed, isShown: false })) }
      : node
  const rows = readSql(read, from, parameters)
  const list = resultSql({
    rows: 'count(*)',
    body: options.headOnly ? `''` : bodySql(format, 'pgrst_row', options.geoJson),
    ...totalSql(node, from, parameters, options),
    ...changedByFunctions,
  })
  const main = { text: `SELECT ${list} FROM (${rows}) AS pgrst_row`, values: parameters.values }
  return { main, ...estimateOf(node, from, options) }
}

/**
 * The total row count. A page that is not full determines the total without a second count. Planned and estimated counts are exact up
 * to the maximum response size. The planner also counts rows that policies hide, so its estimate is used only above
 * that size.
 */
function totalSql(node: ReadNode, from: From, parameters: Parameters, { count, maxRows }: QueryOptions) {
  if (!count) return {}
  const matching = matchingSql(node, from, parameters)
  const max = count !== 'exact' && maxRows !== undefined ? maxRows + 1 : undefined
  const counted =
    max === undefined
      ? `(SELECT count(*) FROM (${matching}) AS pgrst_all)`
      : `(SELECT nullif(count(*), ${max}) FROM (${matching} LIMIT ${max}) AS pgrst_all)`
  // The total is the number of underlying rows, not of groups.
  if (node.offset || isGrouped(node)) return { total: counted }
  const enough = node.limit === undefined ? 'TRUE' : `count(*) < ${node.limit}`
  return { total: `CASE WHEN ${enough} THEN count(*) ELSE ${counted} END` }
}

function estimateOf(node: ReadNode, from: From, { count }: QueryOptions): { estimate?: Sql } {
  if (count !== 'planned' && count !== 'estimated') return {}
  const parameters = new Parameters()
  const text = `EXPLAIN (FORMAT JSON) ${matchingSql(node, from, parameters)}`
  return { estimate: { text, values: parameters.values } }
}

function writeStatement(plan: Plan & { kind: 'write' }, { geoJson }: QueryOptions): Sql {
  const { returning, conflict, maxAffected, action, table, read, format } = plan
  const parameters = new Parameters()
  const written = writeSql(plan, parameters)
  const from = sourceOf(table.name, table)
  const isShown = returning === 'rows'
  // Fewer rows may be returned than were written.
  const isPart = isShown && (isGrouped(read) || read.embeds.some((embed) => embed.isInner))
  const affected = isPart ? '(SELECT count(*) FROM pgrst_source)' : 'count(*)'
  const isSingle = format.form === 'object' && isShown && action !== 'put'
  const list = resultSql(
    {
      rows: affected,
      body: isShown ? bodySql(format, 'pgrst_row', geoJson) : `''`,
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

function callStatement(plan: Plan & { kind: 'call' }, { count, geoJson }: QueryOptions): Sql {
  const { read, maxAffected, isReadOnly, format } = plan
  const { returns } = plan.function
  const parameters = new Parameters()
  const source = callSql(plan, parameters)
  const from = sourceOf(read?.source.name ?? 'pgrst_value', returns.table)
  const rows = read ? `(${readSql(read, from, parameters)})` : 'pgrst_source'
  const isSingle = !returns.isSet && format.form === 'array'
  const value =
    returns.kind === 'scalar'
      ? scalarSql(format, returns.isSet, 'pgrst_row')
      : bodySql(isSingle ? { ...format, form: 'object' } : format, 'pgrst_row', geoJson)
  const matching = () => (read ? matchingSql(read, from, parameters) : 'SELECT FROM pgrst_source')
  const list = resultSql(
    {
      rows: 'count(*)',
      body: returns.kind === 'void' ? `''` : value,
      ...(count && { total: `(SELECT count(*) FROM (${matching()}) AS pgrst_all)` }),
      ...changedByFunctions,
    },
    [
      ...(format.form === 'object' && returns.isSet && !isReadOnly
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
