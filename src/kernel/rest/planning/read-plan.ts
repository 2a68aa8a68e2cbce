// Builds the tree of relations from selection, filters and order. An embedded relation is planned like the root.
import { type Scope, emptyScope } from '../parsing/query.ts'
import type { SelectItem, SelectedEmbed } from '../parsing/select.ts'
import { RestError } from '../errors/rest-error.ts'
import type { SchemaCache } from '../schema/schema.ts'
import { planColumn } from './columns.ts'
import { planCondition } from './conditions.ts'
import { planOrder } from './orders.ts'
import { type Source, sourceOf } from './column-ref.ts'
import { type ReadEmbed, type ReadLimits, type ReadNode, isGrouped } from './read-node.ts'
import { findRelationship, notRelated } from './relationships.ts'
import { scopesOf } from './scopes.ts'

export function planRead(
  source: Source,
  select: SelectItem[],
  scope: Scope,
  cache: SchemaCache,
  limits: ReadLimits,
  depth = 0,
): ReadNode {
  const columns = select.filter((item) => item.kind === 'column').map((item) => planColumn(source, item, limits))
  const selected = select.filter((item) => item.kind === 'embed')
  const { scopes, deprecatedReferences } = scopesOf(scope, selected)
  const embeds = selected.map((item) =>
    planEmbed(source, item, scopes.get(item) ?? emptyScope(), cache, limits, depth + 1),
  )
  refuseEqualKeys(source, embeds, depth + 1)
  const context = { source, columns, embeds }
  return {
    source,
    columns,
    embeds,
    conditions: scope.conditions.map((condition) => planCondition(context, condition)),
    order: scope.order.map((term) => planOrder(context, term)),
    ...(scope.limit !== undefined && { limit: scope.limit }),
    ...(scope.offset && { offset: scope.offset }),
    ...(deprecatedReferences.length > 0 && { deprecatedReferences }),
  }
}

/** Refuses a duplicate response key, because JSON.parse would drop a relation. The error is PostgreSQL's for upstream's aliases. */
function refuseEqualKeys(source: Source, embeds: ReadEmbed[], depth: number) {
  const keys = embeds.filter(({ isShown }) => isShown).map(({ key }) => key)
  const twice = keys.find((key, i) => keys.indexOf(key) !== i)
  if (twice !== undefined)
    throw new RestError(400, '42712', `table name "${source.name}_${twice}_${depth}" specified more than once`)
}

function planEmbed(
  source: Source,
  item: SelectedEmbed,
  scope: Scope,
  cache: SchemaCache,
  limits: ReadLimits,
  depth: number,
): ReadEmbed {
  if (!source.table) throw notRelated(source, item.name, item.hint)
  const relationship = findRelationship(source.table, item.name, item.hint, cache)
  const { target, isToOne, junction } = relationship
  const alias = junction ? target.name : `${target.name}_${depth}`
  const node = planRead(sourceOf(target, alias), item.select, scope, cache, limits, depth)
  if (item.spread && !isToOne && isGrouped(node))
    throw new RestError(400, 'PGRST127', 'Feature not implemented', {
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    })
  const { maxRows } = limits
  if (!isToOne && maxRows !== undefined) node.limit = Math.min(node.limit ?? maxRows, maxRows)
  return {
    relationship,
    key: item.alias ?? item.name,
    isInner: item.join === 'inner',
    isSpread: item.spread,
    isShown: node.columns.length > 0 || node.embeds.some((embed) => embed.isShown),
    node,
  }
}
