// A tree of relations as one SELECT: each embedded relation is a subquery that gives finished JSON.
import type { PlannedOrder, ReadColumn, ReadEmbed, ReadNode } from '../planning/read-plan.ts'
import { type From, castSql, placeSql } from './place.ts'
import { type Parameters, ident } from './text.ts'
import { joinSql, whereSql } from './where.ts'

export function readSql(node: ReadNode, from: From, parameters: Parameters, depth = 0, joins: string[] = []): string {
  const isGrouped = node.columns.some((column) => column.aggregate)
  const spreads: string[] = []
  const list = node.columns.flatMap((column) => columnSql(column, node, from, parameters, isGrouped))
  for (const embed of node.embeds) {
    if (!embed.isShown) continue
    const sql = embedSql(embed, from, parameters, depth + 1)
    if (embed.isSpread) {
      const alias = `pgrst_spread_${depth}_${spreads.length}`
      spreads.push(` LEFT JOIN LATERAL (${sql}) AS ${alias} ON TRUE`)
      list.push(`${alias}.*`)
    } else list.push(`${sql}${isGrouped ? '::jsonb' : ''} AS ${ident(embed.key)}`)
  }
  const groups = isGrouped ? groupSql(node) : ''
  return [
    `SELECT ${list.join(', ')} FROM ${from.text}${spreads.join('')}`,
    whereSql(node, from, parameters, depth, joins),
    groups,
    orderSql(node.order, from, parameters, depth),
    node.limit === undefined ? '' : ` LIMIT ${node.limit}`,
    node.offset ? ` OFFSET ${parameters.bind(String(node.offset))}` : '',
  ].join('')
}

/** How many rows there are without limit and offset. */
export function matchingSql(node: ReadNode, from: From, parameters: Parameters): string {
  return `SELECT FROM ${from.text}${whereSql(node, from, parameters, 0, [])}`
}

function columnSql(
  column: ReadColumn,
  node: ReadNode,
  from: From,
  parameters: Parameters,
  isGrouped: boolean,
): string[] {
  const { place, key, cast, aggregate } = column
  if (place === '*' && !aggregate)
    return isGrouped
      ? [...node.source.columns.keys()].map((name) => `${from.alias}.${ident(name)}`)
      : [`${from.alias}.*`]
  const plain = place === '*' ? '*' : placeSql(place, from, parameters)
  const value = cast ? castSql(plain, cast) : plain
  const whole = aggregate ? `${aggregate.name}(${value})` : value
  return [`${aggregate?.cast ? castSql(whole, aggregate.cast) : whole} AS ${ident(key!)}`]
}

/** By the place in the list: what is not an aggregate. */
function groupSql(node: ReadNode) {
  const isAggregate = node.columns.flatMap((column) =>
    column.place === '*' && !column.aggregate
      ? Array.from({ length: node.source.columns.size }, () => false)
      : [column.aggregate !== undefined],
  )
  const shown = node.embeds.filter((embed) => embed.isShown && !embed.isSpread).map(() => false)
  const places = [...isAggregate, ...shown].flatMap((aggregate, i) => (aggregate ? [] : [i + 1]))
  return places.length > 0 ? ` GROUP BY ${places.join(', ')}` : ''
}

function orderSql(order: PlannedOrder[], from: From, parameters: Parameters, depth: number) {
  const terms = order.map(({ place, through, direction, nulls }) => {
    const value = through ? relatedSql(place, through, from, parameters, depth) : placeSql(place, from, parameters)
    return value + (direction ? ` ${direction.toUpperCase()}` : '') + (nulls ? ` NULLS ${nulls.toUpperCase()}` : '')
  })
  return terms.length > 0 ? ` ORDER BY ${terms.join(', ')}` : ''
}

function relatedSql(
  place: PlannedOrder['place'],
  embed: ReadEmbed,
  parent: From,
  parameters: Parameters,
  depth: number,
) {
  const { from, joins } = joinSql(embed.relationship, parent, depth + 1)
  const where = whereSql(embed.node, from, parameters, depth + 1, joins)
  return `(SELECT ${placeSql(place, from, parameters)} FROM ${from.text}${where} LIMIT 1)`
}

function embedSql({ relationship, node, isSpread }: ReadEmbed, parent: From, parameters: Parameters, depth: number) {
  const { from, joins } = joinSql(relationship, parent, depth)
  const rows = readSql(node, from, parameters, depth, joins)
  if (isSpread) return relationship.isToOne ? rows : spreadListSql(node, rows)
  return relationship.isToOne
    ? `(SELECT row_to_json(pgrst_row) FROM (${rows}) AS pgrst_row)`
    : `coalesce((SELECT json_agg(pgrst_row) FROM (${rows}) AS pgrst_row), '[]')`
}

/** Of a to-many relation each column becomes a list. */
function spreadListSql(node: ReadNode, rows: string) {
  const keys = [
    ...node.columns.flatMap((column) => (column.key === undefined ? [...node.source.columns.keys()] : [column.key])),
    ...node.embeds.filter((embed) => embed.isShown && !embed.isSpread).map((embed) => embed.key),
  ]
  const lists = keys.map((key) => `coalesce(json_agg(pgrst_row.${ident(key)}), '[]') AS ${ident(key)}`)
  return `SELECT ${lists.join(', ')} FROM (${rows}) AS pgrst_row`
}
