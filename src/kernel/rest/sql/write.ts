// INSERT, UPDATE and DELETE. The rows are one JSON parameter, which PostgreSQL itself expands.
import type { ReadEmbed, ReadNode } from '../planning/read-node.ts'
import type { WritePlan } from '../planning/write-plan.ts'
import type { Column } from '../schema/schema.ts'

import { type From, fromTable } from './column-ref.ts'
import { type Parameters, ident, qualified } from './text.ts'
import { conditionSql } from './where.ts'

export function writeSql(plan: WritePlan, parameters: Parameters): string {
  const { table, action, columns } = plan
  const name = qualified(table.schema, table.name)
  const from = fromTable(table)
  const returning = ` RETURNING ${returningSql(plan, from)}`
  if (action === 'delete') return `DELETE FROM ${from.text}${whereSql(plan, from, parameters)}${returning}`
  if (action === 'update') {
    if (columns.length === 0) return `SELECT ${returningSql(plan, from)} FROM ${from.text} WHERE FALSE`
    const set = columns.map((column) => `${ident(column.name)} = pgrst_body.${ident(column.name)}`).join(', ')
    const first = `(SELECT * FROM ${rowsSql(plan, parameters)} LIMIT 1) AS pgrst_body`
    return `UPDATE ${from.text} SET ${set} FROM ${first}${whereSql(plan, from, parameters)}${returning}`
  }
  const list = columns.map((column) => ident(column.name)).join(', ')
  if (columns.length === 0)
    return `INSERT INTO ${name} AS ${from.alias} SELECT FROM generate_series(1, ${plan.payload!.rows})${returning}`
  const body: From = { text: '', alias: 'pgrst_body', table: undefined, isTableItself: false }
  const key = action === 'put' ? whereSql(plan, body, parameters) : ''
  const rows = `SELECT ${list} FROM ${rowsSql(plan, parameters)}${key}`
  return `INSERT INTO ${name} AS ${from.alias} (${list}) ${rows}${conflictSql(plan)}${returning}`
}

function whereSql(plan: WritePlan, from: From, parameters: Parameters) {
  if (plan.conditions.length === 0) return ''
  return ` WHERE ${plan.conditions.map((condition) => conditionSql(condition, from, parameters, 0)).join(' AND ')}`
}

/** The JSON as a row set with the types of the columns. */
function rowsSql({ payload, columns, fillDefaults }: WritePlan, parameters: Parameters) {
  const types = columns.map((column) => `${ident(column.name)} ${column.type}`).join(', ')
  const filled = fillDefaults ? columns.filter((column) => column.default !== undefined) : []
  const json = parameters.bind(payload!.text)
  const take = payload!.isArray ? 'json_to_recordset' : 'json_to_record'
  if (filled.length === 0) return `${take}(${json}) AS pgrst_body(${types})`
  const defaults = defaultsSql(filled, parameters)
  const merged = payload!.isArray
    ? `(SELECT json_agg(${defaults} || pgrst_item) FROM jsonb_array_elements(${json}::jsonb) AS pgrst_item)`
    : `(${defaults} || ${json}::jsonb)::json`
  return `${take}(${merged}) AS pgrst_body(${types})`
}

/** PostgreSQL functions take at most a hundred arguments. */
const maxPairs = 40

function defaultsSql(columns: Column[], parameters: Parameters) {
  const pairs = columns.map((column) => `${parameters.bind(column.name)}::text, ${column.default}`)
  const objects = Array.from({ length: Math.ceil(pairs.length / maxPairs) }, (_, i) => {
    const some = pairs.slice(i * maxPairs, (i + 1) * maxPairs)
    return `jsonb_build_object(${some.join(', ')})`
  })
  return objects.join(' || ')
}

/** Existing rows are counted in a transaction-local setting: reading xmax would require the SELECT privilege. */
export const countOfMerged = `coalesce(nullif(current_setting('pgrst.merged', true), ''), '0')::int`

function conflictSql({ conflict, columns }: WritePlan) {
  if (!conflict) return ''
  const target = ` ON CONFLICT (${conflict.columns.map(ident).join(', ')})`
  if (conflict.resolution === 'ignore') return `${target} DO NOTHING`
  const set = columns.map((column) => `${ident(column.name)} = EXCLUDED.${ident(column.name)}`).join(', ')
  return `${target} DO UPDATE SET ${set} WHERE set_config('pgrst.merged', (${countOfMerged} + 1)::text, true) <> ''`
}

/** RETURNING lists only the requested columns, so a column that may be written but not read can still be written. */
function returningSql(plan: WritePlan, { alias }: From) {
  if (plan.returning === 'nothing') return '1 AS pgrst_one'
  const names = plan.returning === 'keys' ? new Set(plan.table.primaryKey) : namesRead(plan.read)
  if (names === 'all') return `${alias}.*`
  if (names.size === 0) return '1 AS pgrst_one'
  return [...names].map((name) => `${alias}.${ident(name)}`).join(', ')
}

function namesRead({ columns, embeds, order }: ReadNode): Set<string> | 'all' {
  const names = new Set<string>()
  const used = [
    ...columns.map((column) => column.ref),
    ...order.flatMap((term) => ('ref' in term && !term.through ? [term.ref] : [])),
  ]
  for (const ref of used) {
    if (ref === '*' || ref.isComputed) return 'all'
    names.add(ref.name)
  }
  const isComputed = ({ relationship }: ReadEmbed) => relationship.cardinality === 'computed'
  if (embeds.some(isComputed)) return 'all'
  for (const { relationship } of embeds) for (const [here] of relationship.key.columns) names.add(here)
  return names
}
