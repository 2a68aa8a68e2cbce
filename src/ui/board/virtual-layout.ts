// Layout of a virtualised column. Pure arithmetic on ids and heights, no DOM.
import type { VisibleRange } from '../rows/visible-range.ts'

/** Assumed card height in pixels before the first measurement. */
const GUESS_PX = 104
/** Overscan in pixels: user scrolling never reaches an unrendered range. */
const BEYOND_PX = 700

/** Card heights in pixels by id. */
export type Heights = ReadonlyMap<string, number>
export type Range = { first: number; last: number }

/**
 * Start offset of each card in pixels, plus the end offset as the last entry. An unmeasured card gets the average measured height; the
 * lifted card gets 0.
 */
export function startsOf(ids: readonly string[], heights: Heights, gapPx: number, lifted: string | null): Float64Array {
  const starts = new Float64Array(ids.length + 1)
  const guess = averageOf(heights)
  for (const [at, id] of ids.entries())
    starts[at + 1] = starts[at]! + (id === lifted ? 0 : (heights.get(id) ?? guess) + gapPx)
  return starts
}

function averageOf(heights: Heights): number {
  let sum = 0
  for (const height of heights.values()) sum += height
  return heights.size > 0 ? sum / heights.size : GUESS_PX
}

/** Index range of the cards in and near the visible range. `last` is exclusive. */
export function cardsIn(starts: Float64Array, { top, bottom }: VisibleRange): Range {
  const count = starts.length - 1
  return {
    first: Math.min(count, Math.max(0, lastStartAtOrAbove(starts, top - BEYOND_PX))),
    last: Math.min(count, lastStartAtOrAbove(starts, bottom + BEYOND_PX) + 1),
  }
}

/** The last index that starts at or above `y`; -1 when all start below it. */
function lastStartAtOrAbove(starts: Float64Array, y: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= y) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** A rendered item: a card by its index, or a spacer that replaces unrendered cards. */
export type VirtualSegment = { at: number; roomPx?: undefined } | { at: number; roomPx: number }

/** The cards of the range plus the `pinned` ones outside it, such as the focused or lifted card. */
export function piecesOf(
  starts: Float64Array,
  { first, last }: Range,
  pinned: readonly number[],
  gapPx: number,
): VirtualSegment[] {
  const count = starts.length - 1
  const end = Math.min(last, count)
  const range = Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place)
  const outside = pinned.filter((at) => at >= 0 && at < count && (at < first || at >= end))
  const pieces: VirtualSegment[] = []
  let next = 0
  for (const at of [...new Set([...range, ...outside]), count].toSorted((a, b) => a - b)) {
    const roomPx = starts[at]! - starts[next]! - gapPx
    if (roomPx > 0) pieces.push({ at: next, roomPx })
    if (at < count) pieces.push({ at })
    next = at + 1
  }
  return pieces
}
