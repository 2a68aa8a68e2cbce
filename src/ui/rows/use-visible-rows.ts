// Which rows of a very long list are on the screen. Only those are drawn; the room of the others is kept free.
import { type RefObject, useState } from 'react'
import { type VisibleRange, useVisibleRange } from './visible-range.ts'

/** Rows drawn beyond the edges, so that scrolling by hand never meets an empty place. */
const BEYOND = 8

export type VisibleRows = { first: number; last: number; rowBlock: number }

/** The rows of a list that a stretch of the screen shows: `top` and `bottom` in pixels from where the list begins. `last` is not among them. */
export function rowsBetween({ top, bottom }: VisibleRange, rowBlock: number, count: number) {
  const first = Math.max(0, Math.floor(top / rowBlock) - BEYOND)
  const last = Math.min(count, Math.ceil(bottom / rowBlock) + BEYOND)
  return { first: Math.min(first, last), last }
}

/**
 * For a list whose rows are all equally high. `body` is the element that holds the rows (as high as all of them together),
 * `rowBlock` the height of a row in pixels: measured from the first drawn one, for text may be enlarged.
 * Works inside a box that scrolls and on a page that does.
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
