// A read as a tree of relations with all names resolved.
import type { Operation } from '../parsing/filter.ts'
import type { Aggregate } from '../parsing/select.ts'
import type { Relationship } from '../schema/schema.ts'
import type { ColumnRef, Source } from './column-ref.ts'
import type { DeprecatedReference } from './scopes.ts'

export type ReadColumn = {
  ref: ColumnRef | '*'
  /** The key in the response. Undefined only for * without an aggregate, which brings its own keys. */
  key: string | undefined
  cast?: string
  aggregate?: { name: Aggregate; cast?: string }
  /** `count` without a column of that name: counts all rows, without grouping. */
  isCount?: true
}

export type PlannedCondition =
  | { kind: 'compare'; ref: ColumnRef; not: boolean; operation: Operation }
  | { kind: 'embedded'; embed: ReadEmbed; not: boolean }
  | { kind: 'and' | 'or'; not: boolean; conditions: PlannedCondition[] }

export type PlannedOrder = { direction?: 'asc' | 'desc'; nulls?: 'first' | 'last' } & (
  | { ref: ColumnRef; through?: ReadEmbed }
  /** A key of the response; with `through`, of the relation that this one spreads. */
  | { key: string; through?: ReadEmbed }
)

export type ReadNode = {
  source: Source
  columns: ReadColumn[]
  embeds: ReadEmbed[]
  conditions: PlannedCondition[]
  order: PlannedOrder[]
  limit?: number
  offset?: number
  /** Embedded relations that the request names by their table although they have an alias. */
  deprecatedReferences?: DeprecatedReference[]
}

export type ReadEmbed = {
  relationship: Relationship
  /** The key in the response, and the name by which filters refer to the relation. */
  key: string
  isInner: boolean
  isSpread: boolean
  /** False for an empty selection: the relation is only used for filtering. */
  isShown: boolean
  node: ReadNode
}

export type ReadLimits = { maxRows: number | undefined; allowAggregates: boolean }

export const deprecatedReferencesOf = (node: ReadNode): DeprecatedReference[] => [
  ...(node.deprecatedReferences ?? []),
  ...node.embeds.flatMap((embed) => deprecatedReferencesOf(embed.node)),
]

/** Whether rows are grouped here: an aggregate of a spread to-one relation belongs to the row it is spread into. */
export const isGrouped = (node: ReadNode): boolean =>
  node.columns.some((column) => column.aggregate) ||
  node.embeds.some((embed) => embed.isSpread && embed.isShown && embed.relationship.isToOne && isGrouped(embed.node))
