// WHERE clauses: filters, joins to the outer row, and relations that must not be empty.
import type { PlannedCondition, ReadEmbed, ReadNode } from '../planning/read-node.ts'
import type { Relationship } from '../schema/schema.ts'
import { compareSql } from './compare.ts'
import { type From, fromTable, rowOf } from './column-ref.ts'
import { type Parameters, ident, qualified } from './text.ts'

export function existsSql(embed: ReadEmbed, parent: From, parameters: Parameters, depth: number): string {
  const { from, joins } = joinSql(embed.relationship, parent, depth + 1)
  return `EXISTS (SELECT FROM ${from.text}${whereSql(embed.node, from, parameters, depth + 1, joins)})`
}

/** `joins` are conditions that are already SQL. */
export function whereSql(node: ReadNode, from: From, parameters: Parameters, depth: number, joins: string[]) {
  const conditions = [
    ...joins,
    ...node.conditions.map((condition) => conditionSql(condition, from, parameters, depth)),
    ...node.embeds.filter((embed) => embed.isInner).map((embed) => existsSql(embed, from, parameters, depth)),
  ]
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
}

/** `depth` counts the relations from the root, so that table aliases never collide. */
export function conditionSql(condition: PlannedCondition, from: From, parameters: Parameters, depth: number): string {
  const sql = plainSql(condition, from, parameters, depth)
  return condition.not ? `NOT (${sql})` : sql
}

function plainSql(condition: PlannedCondition, from: From, parameters: Parameters, depth: number): string {
  if (condition.kind === 'embedded') return existsSql(condition.embed, from, parameters, depth)
  if (condition.kind === 'compare') return compareSql(condition.ref, condition.operation, from, parameters)
  const parts = condition.conditions.map((inner) => conditionSql(inner, from, parameters, depth))
  return `(${parts.join(condition.kind === 'and' ? ' AND ' : ' OR ')})`
}

/** The related rows: their FROM item, and the join condition to the outer row. */
export function joinSql(relationship: Relationship, parent: From, depth: number): { from: From; joins: string[] } {
  const { target, key, junction, computedBy } = relationship
  const alias = `pgrst_${depth}`
  const from = fromTable(target, alias)
  if (computedBy)
    return {
      from: { ...from, text: `${qualified(computedBy.schema, computedBy.name)}(${rowOf(parent)}) AS ${alias}` },
      joins: [],
    }
  const tie =
    (there: string) =>
    ([here, other]: [string, string]) =>
      `${there}.${ident(other)} = ${parent.alias}.${ident(here)}`
  if (!junction) return { from, joins: key.columns.map(tie(alias)) }
  const between = `pgrst_junction_${depth}`
  return {
    from: { ...from, text: `${from.text}, ${fromTable(junction.table, between).text}` },
    joins: [
      ...key.columns.map(tie(between)),
      ...junction.toTarget.columns.map(([here, there]) => `${alias}.${ident(there)} = ${between}.${ident(here)}`),
    ],
  }
}
