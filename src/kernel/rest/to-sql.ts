// From the plan to one statement that does the work and makes the whole answer, so that JSON goes from PostgreSQL to the socket unparsed.
import type { Shape } from './parsing/media-type.ts'
import type { Preferences } from './parsing/preferences.ts'
import type { Plan } from './plan.ts'
import type { ReadNode } from './planning/read-plan.ts'
import { answerSql, bodySql, changedByFunctions, refuseSql } from './sql/answer.ts'
import { callSql } from './sql/call.ts'
import { type From, fromTable } from './sql/place.ts'
import { matchingSql, readSql } from './sql/read.ts'
import { Parameters, ident } from './sql/text.ts'
import { countOfMerged, writeSql } from './sql/write.ts'

export type Sql = { text: string; values: string[] }

/** `main` answers one row, an Answer. `estimate` asks the planner how many rows there may be. */
export type Statements = { main: Sql; estimate?: Sql }

export type Wishes = { shape: Shape; headOnly: boolean; count: Preferences['count']; maxRows: number | undefined }

export function toSql(plan: Plan, wishes: Wishes): Statements {
  if (plan.kind === 'read') return readStatements(plan.read, fromTable(plan.table), wishes)
  return { main: plan.kind === 'write' ? writeStatement(plan, wishes) : callStatement(plan, wishes) }
}

function readStatements(node: ReadNode, from: From, wishes: Wishes): Statements {
  const parameters = new Parameters()
  // Only counted: then nothing needs to be selected, joined or put in order.
  const read = wishes.headOnly
    ? { ...node, columns: [], order: [], embeds: node.embeds.map((embed) => ({ ...embed, isShown: false })) }
    : node
  const rows = readSql(read, from, parameters)
  const list = answerSql({
    rows: 'count(*)',
    body: wishes.headOnly ? `''` : bodySql(wishes.shape, 'pgrst_row'),
    ...totalSql(node, from, parameters, wishes),
  })
  const main = { text: `SELECT ${list} FROM (${rows}) AS pgrst_row`, values: parameters.values }
  return { main, ...estimateOf(node, from, wishes) }
}

/**
 * The total. When fewer rows came than were asked for, they are all there are, and nothing is counted twice.
 * Planned and estimated are exact up to the largest answer: the planner's guess counts also rows that policies hide, so it is
 * told only to those who see more than that.
 */
function totalSql(node: ReadNode, from: From, parameters: Parameters, { count, maxRows }: Wishes) {
  if (!count) return {}
  const matching = matchingSql(node, from, parameters)
  const most = count !== 'exact' && maxRows !== undefined ? maxRows + 1 : undefined
  const counted =
    most === undefined
      ? `(SELECT count(*) FROM (${matching}) AS pgrst_all)`
      : `(SELECT nullif(count(*), ${most}) FROM (${matching} LIMIT ${most}) AS pgrst_all)`
  if (node.offset) return { total: counted }
  const enough = node.limit === undefined ? 'TRUE' : `count(*) < ${node.limit}`
  return { total: `CASE WHEN ${enough} THEN count(*) ELSE ${counted} END` }
}

function estimateOf(node: ReadNode, from: From, { count }: Wishes): { estimate?: Sql } {
  if (count !== 'planned' && count !== 'estimated') return {}
  const parameters = new Parameters()
  const text = `EXPLAIN (FORMAT JSON) ${matchingSql(node, from, parameters)}`
  return { estimate: { text, values: parameters.values } }
}

function writeStatement(plan: Plan & { kind: 'write' }, { shape }: Wishes): Sql {
  const { returning, conflict, maxAffected, action, table, read } = plan
  const parameters = new Parameters()
  const written = writeSql(plan, parameters)
  const from = sourceOf(table.name, table)
  const isShown = returning === 'rows'
  // What comes back may be fewer rows than were written.
  const isPart = isShown && (read.limit !== undefined || read.offset || read.embeds.some((embed) => embed.isInner))
  const affected = isPart ? '(SELECT count(*) FROM pgrst_source)' : 'count(*)'
  const isSingle = shape.form === 'object' && isShown && action !== 'put'
  const list = answerSql(
    {
      rows: affected,
      body: isShown ? bodySql(shape, 'pgrst_row') : `''`,
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

function callStatement(plan: Plan & { kind: 'call' }, { shape, count }: Wishes): Sql {
  const { read, maxAffected, isReadOnly } = plan
  const { returns } = plan.function
  const parameters = new Parameters()
  const source = callSql(plan, parameters)
  const from = sourceOf(read?.source.name ?? 'pgrst_value', returns.table)
  const rows = read ? `(${readSql(read, from, parameters)})` : 'pgrst_source'
  const form = returns.isSet || shape.form === 'csv' ? shape : { ...shape, form: 'object' as const }
  const value = read ? bodySql(form, 'pgrst_row') : scalarSql(returns.isSet)
  const list = answerSql(
    {
      rows: 'count(*)',
      body: returns.kind === 'void' ? `''` : value,
      ...(read && count && { total: `(SELECT count(*) FROM (${matchingSql(read, from, parameters)}) AS pgrst_all)` }),
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

const scalarSql = (isSet: boolean) =>
  isSet
    ? `coalesce(json_agg(pgrst_row.pgrst_scalar)::text, '[]')`
    : `coalesce(string_agg(to_json(pgrst_row.pgrst_scalar)::text, ''), 'null')`
