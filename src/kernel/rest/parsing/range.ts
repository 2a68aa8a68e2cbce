import { invalidRange } from '../errors/rest-error.ts'
import type { Scope } from './query.ts'

/** A page of the result: `limit` rows from `offset`. */
export type Range = { offset: number; limit?: number }

/** The intersection of the Range header (items, both ends inclusive) with limit and offset of the query string. */
export function readRange(header: string | undefined, { offset = 0, limit }: Scope): Range {
  const range: Range = { offset, ...(limit !== undefined && { limit }) }
  const found = header && /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(header.trim())
  if (!found) return range
  const first = Number(found[1])
  const last = found[2] === undefined ? Infinity : Number(found[2])
  if (last < first)
    throw invalidRange('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  const from = Math.max(first, range.offset)
  const to = Math.min(last, range.limit === undefined ? Infinity : range.offset + range.limit - 1)
  return { offset: from, ...(to !== Infinity && { limit: Math.max(0, to - from + 1) }) }
}
