import { type RefObject, useState } from 'react'
import { useVisibleRange } from '../rows/visible-range.ts'
import { cardsIn, type Piece, piecesOf, type Range, startsOf } from './virtual-layout.ts'

/** Before anything was measured: enough for a screen, few enough not to be waited for. */
const AT_FIRST: Range & { gapPx: number } = { first: 0, last: 12, gapPx: 8 }

/**
 * What a column of any length draws: the cards near the screen, those `kept` (by their place) wherever they are, and room for the others.
 * `stack` holds the cards and nothing else; every one of them has to be handed to `watch`, which learns how high it is.
 */
export function useVirtualCards(
  stack: RefObject<HTMLElement | null>,
  ids: readonly string[],
  lifted: string | null,
  kept: readonly number[],
): { pieces: Piece[]; watch: (card: HTMLElement) => () => void } {
  const [{ heights, watch }] = useState(measureHeights)
  const [drawn, setDrawn] = useState(AT_FIRST)
  useVisibleRange(stack, ids, (seen, list) => {
    const gapPx = Number.parseFloat(getComputedStyle(list).rowGap) || 0
    const next = { ...cardsIn(startsOf(ids, heights, gapPx, lifted), seen), gapPx }
    setDrawn((now) => (now.first === next.first && now.last === next.last && now.gapPx === gapPx ? now : next))
  })
  return { pieces: piecesOf(startsOf(ids, heights, drawn.gapPx, lifted), drawn, kept, drawn.gapPx), watch }
}

/** Learns the heights of cards as they are laid out, without asking for a layout. */
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
