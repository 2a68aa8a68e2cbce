// Where every card of a column lies, though only those near the screen are drawn. Knows numbers and ids only, no elements.
import type { VisibleRange } from '../rows/visible-range.ts'

/** As high as a card is before one was measured, in pixels. */
const GUESS_PX = 104
/** So far beyond the edges cards are drawn: scrolling by hand never meets an empty place. */
const BEYOND_PX = 700

/** Heights in pixels by card. */
export type Heights = ReadonlyMap<string, number>
export type Range = { first: number; last: number }

/** Where each card begins, in pixels from the first one; the last number is where one more would begin.
    A card nobody has drawn is taken to be as high as the measured ones are on average. The lifted one takes no room. */
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

/** The cards in and near a stretch of the screen. `last` is not among them. */
export function cardsIn(starts: Float64Array, { top, bottom }: VisibleRange): Range {
  const count = starts.length - 1
  return {
    first: Math.min(count, Math.max(0, lastStartAtOrAbove(starts, top - BEYOND_PX))),
    last: Math.min(count, lastStartAtOrAbove(starts, bottom + BEYOND_PX) + 1),
  }
}

/** The last place that begins at or above `y`; -1 when all begin below it. */
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

/** What a column draws, from the top: cards by their place, and instead of those in between the room they take. */
export type Piece = { at: number; roomPx?: undefined } | { at: number; roomPx: number }

/** The cards of the range and those `kept` beside it, wherever they lie: somebody holds them or is about to go there. */
export function piecesOf(
  starts: Float64Array,
  { first, last }: Range,
  kept: readonly number[],
  gapPx: number,
): Piece[] {
  const count = starts.length - 1
  const end = Math.min(last, count)
  const range = Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place)
  const outside = kept.filter((at) => at >= 0 && at < count && (at < first || at >= end))
  const pieces: Piece[] = []
  let next = 0
  for (const at of [...new Set([...range, ...outside]), count].toSorted((a, b) => a - b)) {
    const roomPx = starts[at]! - starts[next]! - gapPx
    if (roomPx > 0) pieces.push({ at: next, roomPx })
    if (at < count) pieces.push({ at })
    next = at + 1
  }
  return pieces
}
