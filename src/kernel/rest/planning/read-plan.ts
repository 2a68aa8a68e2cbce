// What is read, as a tree of relations whose every name is known.
import { RestError, notEmbedded } from '../rest-error.ts'
import type { Column, Relationship, SchemaCache, Table } from '../schema/schema.ts'
import type { JsonStep, Field } from '../parsing/field.ts'
import type { Operation } from '../parsing/filter.ts'
import type { OrderTerm } from '../parsing/order.ts'
import { type Scope, emptyScope } from '../parsing/query.ts'
import type { Aggregate, SelectItem, SelectedColumn, SelectedEmbed } from '../parsing/select.ts'
import { findRelationship } from './relationships.ts'
import { unknownColumn } from './lookup.ts'

/** Where rows come from: a relation, or what a function gives. */
export type Source = {
  name: string
  table: Table | undefined
  columns: Map<string, Column>
}

/** A column of a source, or a function of its row; with the way into its json. */
export type Place = { name: string; type: string | undefined; isComputed: boolean; path: JsonStep[] }

export type ReadColumn = {
  place: Place | '*'
  /** The key in the answer. Undefined only for * without an aggregate, which brings its own. */
  key: string | undefined
  cast?: string
  aggregate?: { name: Aggregate; cast?: string }
}

export type PlannedCondition =
  | { kind: 'compare'; place: Place; not: boolean; operation: Operation }
  | { kind: 'embedded'; embed: ReadEmbed; not: boolean }
  | { kind: 'and' | 'or'; not: boolean; conditions: PlannedCondition[] }

export type PlannedOrder = { place: Place; through?: ReadEmbed; direction?: 'asc' | 'desc'; nulls?: 'first' | 'last' }

export type ReadNode = {
  source: Source
  columns: ReadColumn[]
  embeds: ReadEmbed[]
  conditions: PlannedCondition[]
  order: PlannedOrder[]
  limit?: number
  offset?: number
}

export type ReadEmbed = {
  relationship: Relationship
  /** The key in the answer, and the name by which filters speak of it. */
  key: string
  isInner: boolean
  isSpread: boolean
  /** With nothing selected it only filters. */
  isShown: boolean
  node: ReadNode
}

export type ReadLimits = { maxRows: number | undefined; allowAggregates: boolean }

export function planRead(
  source: Source,
  select: SelectItem[],
  scope: Scope,
  cache: SchemaCache,
  limits: ReadLimits,
): ReadNode {
  const columns = select.filter((item) => item.kind === 'column').map((item) => planColumn(source, item, limits))
  const embeds = select
    .filter((item) => item.kind === 'embed')
    .map((item) => planEmbed(source, item, scopeOf(scope, item), cache, limits))
  for (const name of scope.inside.keys())
    if (!embeds.some((embed, i) => isNamed(embed, embedsOf(select)[i]!, name))) throw notEmbedded(name)
  const context = { source, embeds }
  return {
    source,
    columns,
    embeds,
    conditions: scope.conditions.map((condition) => planCondition(context, condition)),
    order: scope.order.map((term) => planOrder(context, term)),
    ...(scope.limit !== undefined && { limit: scope.limit }),
    ...(scope.offset && { offset: scope.offset }),
  }
}

const embedsOf = (select: SelectItem[]) => select.filter((item) => item.kind === 'embed')
const isNamed = (embed: ReadEmbed, item: SelectedEmbed, name: string) => embed.key === name || item.name === name

function scopeOf(scope: Scope, item: SelectedEmbed): Scope {
  return (item.alias !== undefined && scope.inside.get(item.alias)) || scope.inside.get(item.name) || emptyScope()
}

function planColumn(source: Source, item: SelectedColumn, limits: ReadLimits): ReadColumn {
  const { field, alias, cast, aggregate } = item
  if (aggregate && !limits.allowAggregates)
    throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
  const extra = { ...(cast && { cast }), ...(aggregate && { aggregate }) }
  if (field.name === '*') return { place: '*', key: alias ?? aggregate?.name, ...extra }
  const lastKey = field.path.findLast((step) => typeof step.key === 'string')?.key as string | undefined
  return {
    place: planPlace(source, field),
    key: alias ?? aggregate?.name ?? lastKey ?? field.name,
    ...extra,
  }
}

export function planPlace(source: Source, field: Field): Place {
  const column = source.columns.get(field.name)
  const isComputed = !column && Boolean(source.table?.computed.has(field.name))
  if (!column && !isComputed) throw unknownColumn(source.name, field.name, source.columns.keys())
  return { name: field.name, type: column?.type, isComputed, path: field.path }
}

function planEmbed(
  source: Source,
  item: SelectedEmbed,
  scope: Scope,
  cache: SchemaCache,
  limits: ReadLimits,
): ReadEmbed {
  if (!source.table)
    throw new RestError(
      400,
      'PGRST200',
      `Could not find a relationship between '${source.name}' and '${item.name}' in the schema cache`,
    )
  const relationship = findRelationship(source.table, item.name, item.hint, cache)
  const { target, isToOne } = relationship
  const node = planRead(
    { name: target.name, table: target, columns: target.columns },
    item.select,
    scope,
    cache,
    limits,
  )
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

type Context = { source: Source; embeds: ReadEmbed[] }

function planCondition(context: Context, condition: Scope['conditions'][number]): PlannedCondition {
  const { not } = condition
  if (condition.kind !== 'filter') {
    const conditions = condition.conditions.map((inner) => planCondition(context, inner))
    return { kind: condition.kind, not, conditions }
  }
  const { field, operation } = condition
  const embed = context.embeds.find((other) => other.key === field.name)
  if (!embed || context.source.columns.has(field.name))
    return { kind: 'compare', place: planPlace(context.source, field), not, operation }
  if (operation.kind !== 'is' || (operation.value !== 'null' && operation.value !== 'not_null'))
    throw new RestError(400, 'PGRST120', `Bad operator on the '${field.name}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    })
  return { kind: 'embedded', embed, not: not !== (operation.value === 'null') }
}

function planOrder({ source, embeds }: Context, term: OrderTerm): PlannedOrder {
  const { relation, field, direction, nulls } = term
  const rest = { ...(direction && { direction }), ...(nulls && { nulls }) }
  if (relation === undefined) return { place: planPlace(source, field), ...rest }
  const through = embeds.find((embed) => embed.key === relation)
  if (!through) throw notEmbedded(relation)
  if (!through.relationship.isToOne)
    throw new RestError(400, 'PGRST118', `A related order on '${relation}' is not possible`, {
      details: `'${source.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
    })
  return { place: planPlace(through.node.source, field), through, ...rest }
}
