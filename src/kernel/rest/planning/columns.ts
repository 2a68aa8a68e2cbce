// A selected column with its key in the response.
import type { SelectedColumn } from '../parsing/select.ts'
import { RestError } from '../errors/rest-error.ts'
import { type Source, planColumnRef } from './column-ref.ts'
import type { ReadColumn, ReadLimits } from './read-node.ts'

export function planColumn(source: Source, item: SelectedColumn, limits: ReadLimits): ReadColumn {
  const { field, alias, cast, aggregate } = item
  if (aggregate && !limits.allowAggregates)
    throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
  const extra = { ...(cast && { cast }), ...(aggregate && { aggregate }) }
  if (field.name === '*') return { ref: '*', key: alias ?? aggregate?.name, ...extra }
  if (isCountWord(source, item)) return { ref: '*', key: alias ?? 'count', isCount: true, ...extra }
  const lastKey = field.path.findLast((step) => typeof step.key === 'string')?.key as string | undefined
  return {
    ref: planColumnRef(source, field),
    key: alias ?? aggregate?.name ?? lastKey ?? field.name,
    ...extra,
  }
}

/** Clients still write orders(count), from the time before aggregates: PostgreSQL reads row.count as count(row). */
const isCountWord = ({ columns, table }: Source, { field, aggregate }: SelectedColumn) =>
  field.name === 'count' &&
  field.path.length === 0 &&
  !aggregate &&
  !columns.has('count') &&
  !table?.computed.has('count')
