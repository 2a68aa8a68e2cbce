// A tree of relations as one SELECT: each embedded relation is a subquery that produces JSON.
import type { PlannedOrder, ReadColumn, ReadEmbed, ReadNode } from '../planning/read-node.ts'
import { isGrouped } from '../planning/read-node.ts'
import type { ColumnRef } from '../planning/column-ref.ts'
import { type From, castSql, columnRefSql } from './column-ref.ts'
import { type Parameters, ident } from './text.ts'
import { joinSql, whereSql } from './where.ts'

export function readSql(node: ReadNode, from: From, parameters: Parameters, depth = 0, joins: string[] = []): string {
  const { values, laterals } = valuesOf(node, from, parameters, depth, isGrouped(node))
  const list = values.map((value) =>
    value.key === undefined ? value.sql : `${wholeSql(value)} AS ${ident(value.key)}`,
  )
  return selectSql(list, laterals, groupSql(values), node, from, parameters, depth, joins)
}

/** Row count without limit and offset. */
export function matchingSql(node: ReadNode, from: From, parameters: Parameters): string {
  return `SELECT FROM ${from.text}${whereSql(node, from, parameters, 0, [])}`
}

/** A selected value. Without a key it is all columns at once. The aggregate is not yet applied to `sql`. */
type Value = { sql: string; key?: string; aggregate?: ReadColumn['aggregate'] }

/** A spread relation is a LATERAL subquery beside the row, and its values are taken from there. */
type Values = { values: Value[]; laterals: string[] }

function valuesOf(node: ReadNode, from: From, parameters: Parameters, depth: number, grouped: boolean): Values {
  const values = node.columns.flatMap((column) => columnValues(column, node, from, parameters, grouped))
  const laterals: string[] = []
  for (const embed of node.embeds) {
    if (!embed.isShown) continue
    if (embed.isSpread) {
      const alias = spreadAlias(depth, laterals.length)
      const spread = spreadSql(embed, from, parameters, depth + 1, grouped)
      laterals.push(` LEFT JOIN LATERAL (${spread.sql}) AS ${alias} ON TRUE`)
      for (const [i, { key, aggregate }] of spread.values.entries())
        values.push({ sql: `${alias}.${spreadName(i)}`, key: key!, ...(aggregate && { aggregate }) })
    } else {
      const sql = embedSql(embed, from, parameters, depth + 1)
      values.push({ sql: `${sql}${grouped ? '::jsonb' : ''}`, key: embed.key })
    }
  }
  return { values, laterals }
}

const spreadAlias = (depth: number, i: number) => `pgrst_spread_${depth}_${i}`
/** Two values may share a key. */
const spreadName = (i: number) => `pgrst_${i}`

function columnValues(
  column: ReadColumn,
  node: ReadNode,
  from: From,
  parameters: Parameters,
  grouped: boolean,
): Value[] {
  const { ref, key, cast, aggregate, isCount } = column
  if (isCount) return [{ sql: cast ? castSql('count(*)', cast) : 'count(*)', key: key! }]
  if (ref === '*' && !aggregate) return grouped ? allColumns(node, from) : [{ sql: `${from.alias}.*` }]
  const plain = ref === '*' ? '*' : columnRefSql(ref, from, parameters)
  return [{ sql: cast ? castSql(plain, cast) : plain, key: key!, ...(aggregate && { aggregate }) }]
}

const allColumns = (node: ReadNode, from: From): Value[] =>
  [...node.source.columns.keys()].map((name) => ({ sql: `${from.alias}.${ident(name)}`, key: name }))

function wholeSql({ sql, aggregate }: Value) {
  if (!aggregate) return sql
  const whole = `${aggregate.name}(${sql})`
  return aggregate.cast ? castSql(whole, aggregate.cast) : whole
}

/** GROUP BY positions: the values without an aggregate. */
function groupSql(values: Value[]) {
  if (!values.some((value) => value.aggregate)) return ''
  const positions = values.flatMap((value, i) => (value.aggregate ? [] : [i + 1]))
  return positions.length > 0 ? ` GROUP BY ${positions.join(', ')}` : ''
}

function selectSql(
  list: string[],
  laterals: string[],
  groups: string,
  node: ReadNode,
  from: From,
  parameters: Parameters,
  depth: number,
  joins: string[],
) {
  return [
    `SELECT ${list.join(', ')} FROM ${from.text}${laterals.join('')}`,
    whereSql(node, from, parameters, depth, joins),
    groups,
    orderSql(node, from, parameters, depth),
    node.limit === undefined ? '' : ` LIMIT ${node.limit}`,
    node.offset ? ` OFFSET ${parameters.bind(String(node.offset))}` : '',
  ].join('')
}

function orderSql(node: ReadNode, from: From, parameters: Parameters, depth: number) {
  const terms = node.order.map((term) => {
    const { direction, nulls } = term
    const value = orderedBy(term, node, from, parameters, depth)
    return value + (direction ? ` ${direction.toUpperCase()}` : '') + (nulls ? ` NULLS ${nulls.toUpperCase()}` : '')
  })
  return terms.length > 0 ? ` ORDER BY ${terms.join(', ')}` : ''
}

function orderedBy(term: PlannedOrder, node: ReadNode, from: From, parameters: Parameters, depth: number) {
  const { through } = term
  if ('ref' in term)
    return through ? relatedSql(term.ref, through, from, parameters, depth) : columnRefSql(term.ref, from, parameters)
  if (!through) return ident(term.key)
  const spreads = node.embeds.filter((embed) => embed.isShown && embed.isSpread)
  const position = spreadKeys(through).indexOf(term.key)
  return `${spreadAlias(depth, spreads.indexOf(through))}.${spreadName(position)}`
}

/** The keys that a to-one relation spreads, in the order of its values. */
const spreadKeys = ({ node }: ReadEmbed): string[] => [
  ...node.columns.flatMap((column) => (column.key === undefined ? [...node.source.columns.keys()] : [column.key])),
  ...node.embeds
    .filter((embed) => embed.isShown)
    .flatMap((embed) => (embed.isSpread ? spreadKeys(embed) : [embed.key])),
]

function relatedSql(ref: ColumnRef, embed: ReadEmbed, parent: From, parameters: Parameters, depth: number) {
  const { from, joins } = joinSql(embed.relationship, parent, depth + 1)
  const where = whereSql(embed.node, from, parameters, depth + 1, joins)
  return `(SELECT ${columnRefSql(ref, from, parameters)} FROM ${from.text}${where} LIMIT 1)`
}

function embedSql({ relationship, node }: ReadEmbed, parent: From, parameters: Parameters, depth: number) {
  const { from, joins } = joinSql(relationship, parent, depth)
  const rows = readSql(node, from, parameters, depth, joins)
  return relationship.isToOne
    ? `(SELECT row_to_json(pgrst_row) FROM (${rows}) AS pgrst_row)`
    : `coalesce((SELECT json_agg(pgrst_row) FROM (${rows}) AS pgrst_row), '[]')`
}

/** The values of the related row under generated names; of a to-many relation each value becomes an array. */
function spreadSql(embed: ReadEmbed, parent: From, parameters: Parameters, depth: number, grouped: boolean) {
  const { relationship, node } = embed
  const { from, joins } = joinSql(relationship, parent, depth)
  const isToOne = relationship.isToOne
  const { values, laterals } = valuesOf(node, from, parameters, depth, isToOne && grouped)
  const all = values.flatMap((value) => (value.key === undefined ? allColumns(node, from) : [value]))
  // The outer aggregate counts the row itself.
  const list = all.map(({ sql }, i) => `${sql === '*' ? '1' : sql} AS ${spreadName(i)}`)
  const rows = selectSql(list, laterals, '', node, from, parameters, depth, joins)
  if (isToOne) return { sql: rows, values: all }
  const lists = all.map(
    (_, i) => `coalesce(json_agg(pgrst_row.${spreadName(i)}), '[]')${grouped ? '::jsonb' : ''} AS ${spreadName(i)}`,
  )
  return { sql: `SELECT ${lists.join(', ')} FROM (${rows}) AS pgrst_row`, values: all }
}
