import { type RefObject, useState } from 'react'
import { useVisibleRange } from '../rows/visible-range.ts'
import { cardsIn, type VirtualSegment, piecesOf, type Range, startsOf } from './virtual-layout.ts'

/** Initial range before the first measurement: fills a screen and renders fast. */
const AT_FIRST: Range & { gapPx: number } = { first: 0, last: 12, gapPx: 8 }
/** At least this many cards stay rendered, so that a temporary resize leaves no gap. */
const CHEAP_CARDS = 24

/**
 * Virtualises a column: cards near the viewport, the `pinned` indexes, and spacers for the rest.
 * `stack` contains only the cards; every
 * card is passed to `watch`, which measures its height.
 */
export function useVirtualCards(
  stack: RefObject<HTMLElement | null>,
  ids: readonly string[],
  lifted: string | null,
  pinned: readonly number[],
): { pieces: VirtualSegment[]; watch: (card: HTMLElement) => () => void } {
  const [{ heights, watch }] = useState(measureHeights)
  const [drawn, setDrawn] = useState(AT_FIRST)
  useVisibleRange(stack, ids, (seen, list) => {
    const gapPx = Number.parseFloat(getComputedStyle(list).rowGap) || 0
    const next = { ...cardsIn(startsOf(ids, heights, gapPx, lifted), seen), gapPx }
    setDrawn((now) => (now.gapPx === gapPx && isEnough(now, next) ? now : next))
  })
  return { pieces: piecesOf(startsOf(ids, heights, drawn.gapPx, lifted), drawn, pinned, drawn.gapPx), watch }
}

const isEnough = (now: Range, next: Range) =>
  now.first <= next.first &&
  now.last >= next.last &&
  (now.last - now.first <= CHEAP_CARDS || (now.first === next.first && now.last === next.last))

/** Measures card heights with a ResizeObserver, without forcing a layout. */
function measureHeights() {
  const heights = new Map<string, number>()
  const observer = new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      const { card, lifted } = (target as HTMLElement).dataset
      const blockPx = borderBoxSize[0]?.blockSize ?? 0
      if (card && lifted === undefined && blockPx > 0) heights.set(card, blockPx)
    }
  })
  const watch = (card: HTMLElement) => {
    observer.observe(card)
    return () => observer.unobserve(card)
  }
  return { heights, watch }
}
