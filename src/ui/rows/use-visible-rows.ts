// Virtualised rows: only visible rows are rendered; spacers keep the height of the others.
import { type RefObject, useState } from 'react'
import { type VisibleRange, useVisibleRange } from './visible-range.ts'

/** Overscan in rows: user scrolling never reaches an unrendered row. */
const BEYOND = 8

export type VisibleRows = { first: number; last: number; rowBlock: number }

/** The index range of rows in a visible range, in pixels from the start of the list. `last` is exclusive. */
export function rowsBetween({ top, bottom }: VisibleRange, rowBlock: number, count: number) {
  const first = Math.max(0, Math.floor(top / rowBlock) - BEYOND)
  const last = Math.min(count, Math.ceil(bottom / rowBlock) + BEYOND)
  return { first: Math.min(first, last), last }
}

/**
 * For rows of equal height. `body` is the element that holds the rows, with their full height. `rowBlock` is the height of a row in pixels,
 * measured because text may be enlarged. Works in a scroll container and on a scrolling page.
 */
export function useVisibleRows(body: RefObject<HTMLElement | null>, count: number, guess: number): VisibleRows {
  const [visible, setVisible] = useState<VisibleRows>({ first: 0, last: Math.min(count, 30), rowBlock: guess })
  useVisibleRange(body, count, (seen, list) => {
    const rowBlock = list.querySelector<HTMLElement>('[data-row]')?.offsetHeight || guess
    const next = { ...rowsBetween(seen, rowBlock, count), rowBlock }
    setVisible((now) => unlessSame(now, next))
  })
  return visible
}

const unlessSame = (now: VisibleRows, next: VisibleRows) =>
  now.first === next.first && now.last === next.last && now.rowBlock === next.rowBlock ? now : next
