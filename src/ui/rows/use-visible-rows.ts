// Which rows of a very long list are on the screen. Only those are drawn; the room of the others is kept free.
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows drawn beyond the edges, so that scrolling by hand never meets an empty place. */
const BEYOND = 8

export type VisibleRows = { first: number; last: number; rowBlock: number }

/** The rows of a list that a stretch of the screen shows: `top` and `bottom` in pixels from where the list begins. `last` is not among them. */
export function rowsBetween(top: number, bottom: number, rowBlock: number, count: number) {
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
  const [seen, setSeen] = useState<VisibleRows>({ first: 0, last: Math.min(count, 30), rowBlock: guess })
  useLayoutEffect(() => {
    const list = body.current
    if (!list) return undefined
    const look = () => setSeen((now) => unlessSame(now, seenOf(list, count, guess)))
    let frame = 0
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    look()
    // Caught on the way down: a box that scrolls does not tell its parents.
    addEventListener('scroll', soon, { capture: true, passive: true })
    addEventListener('resize', soon)
    const observer = new ResizeObserver(soon)
    observer.observe(list)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', soon, { capture: true })
      removeEventListener('resize', soon)
      observer.disconnect()
    }
  }, [body, count, guess])
  return seen
}

function seenOf(list: HTMLElement, count: number, guess: number): VisibleRows {
  const rowBlock = list.querySelector<HTMLElement>('[data-row]')?.offsetHeight || guess
  const box = list.closest<HTMLElement>('[data-scroller]')?.getBoundingClientRect()
  const start = list.getBoundingClientRect().top
  const top = Math.max(0, box?.top ?? 0) - start
  const bottom = Math.min(innerHeight, box?.bottom ?? innerHeight) - start
  return { ...rowsBetween(top, Math.max(top, bottom), rowBlock, count), rowBlock }
}

const unlessSame = (now: VisibleRows, next: VisibleRows) =>
  now.first === next.first && now.last === next.last && now.rowBlock === next.rowBlock ? now : next
