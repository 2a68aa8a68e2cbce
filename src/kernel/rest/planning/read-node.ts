// What is read, as a tree of relations whose every name is known.
import type { Operation } from '../parsing/filter.ts'
import type { Aggregate } from '../parsing/select.ts'
import type { Relationship } from '../schema/schema.ts'
import type { Place, Source } from './place.ts'

export type ReadColumn = {
  place: Place | '*'
  /** The key in the answer. Undefined only for * without an aggregate, which brings its own. */
  key: string | undefined
  cast?: string
  aggregate?: { name: Aggregate; cast?: string }
  /** The word count where there is no such column: all rows are counted, and nothing is grouped. */
  isCount?: true
}

export type PlannedCondition =
  | { kind: 'compare'; place: Place; not: boolean; operation: Operation }
  | { kind: 'embedded'; embed: ReadEmbed; not: boolean }
  | { kind: 'and' | 'or'; not: boolean; conditions: PlannedCondition[] }

export type PlannedOrder = { direction?: 'asc' | 'desc'; nulls?: 'first' | 'last' } & (
  | { place: Place; through?: ReadEmbed }
  /** A key of the answer; with `through`, of what this one spreads. */
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

/** Whether rows are put into groups here: an aggregate of a spread to-one relation counts as one of the row that it is spread into. */
export const isGrouped = (node: ReadNode): boolean =>
  node.columns.some((column) => column.aggregate) ||
  node.embeds.some((embed) => embed.isSpread && embed.isShown && embed.relationship.isToOne && isGrouped(embed.node))
