// The overview of a board's columns in one row: their card counts, which are visible, and a button to scroll to each.
import './column-strip.css'
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { prefersReducedMotion } from './flip-animation.ts'
import type { BoardColumn } from './lane.tsx'

type Props = {
  board: RefObject<HTMLElement | null>
  columns: readonly Pick<BoardColumn<unknown>, 'id' | 'name' | 'color' | 'cards' | 'total'>[]
  label: string
}

export function ColumnStrip({ board, columns, label }: Props) {
  const strip = useRef<HTMLElement>(null)
  const shown = useShownColumns(board, columns.map(({ id }) => id).join(' '))
  const first = columns.find(({ id }) => shown.has(id))?.id
  useEffect(() => {
    const button = first && strip.current?.querySelector<HTMLElement>(`[data-for="${CSS.escape(first)}"]`)
    if (button) scrollStart(strip.current!, button)
  }, [first])

  function goTo(event: MouseEvent, id: string) {
    const lane = board.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(id)}"]`)
    if (!lane || !board.current) return
    scrollStart(board.current, lane)
    // If the page scrolls instead of the columns, the top of the column may be hidden above the strip.
    const hidden = strip.current!.getBoundingClientRect().bottom - lane.getBoundingClientRect().top
    if (hidden > 0) window.scrollBy({ top: -hidden, behavior: scrolling() })
    // A key press (detail is 0) moves the focus into the column.
    if (event.detail === 0) lane.querySelector<HTMLElement>('[data-card], button')?.focus({ preventScroll: true })
  }

  return (
    <nav ref={strip} className="column-strip" aria-label={label}>
      {columns.map(({ id, name, color, cards, total }) => (
        <button
          key={id}
          type="button"
          data-for={id}
          data-shown={shown.has(id) || undefined}
          style={color ? ({ '--lane-color': color } as object) : undefined}
          onClick={(event) => goTo(event, id)}
        >
          <span className="column-strip__name">{name}</span>
          <span className="column-strip__count">{(total ?? cards.length).toLocaleString('he-IL')}</span>
        </button>
      ))}
    </nav>
  )
}

/** The columns of which more than half is visible. `ids` is one string, so that a change of cards does not recreate the observer. */
function useShownColumns(board: RefObject<HTMLElement | null>, ids: string): ReadonlySet<string> {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set<string>())
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) =>
        setShown((now) => {
          const next = new Set(now)
          for (const { target, isIntersecting } of entries)
            next[isIntersecting ? 'add' : 'delete']((target as HTMLElement).dataset['column']!)
          return next
        }),
      { root: board.current, threshold: 0.5 },
    )
    for (const lane of board.current?.querySelectorAll('[data-column]') ?? []) observer.observe(lane)
    return () => observer.disconnect()
  }, [board, ids])
  return shown
}

const scrolling = () => (prefersReducedMotion() ? 'instant' : 'smooth')

/** Scrolls horizontally only, until the start of the element is at the start of the box. */
function scrollStart(box: HTMLElement, element: HTMLElement) {
  const { direction, paddingInlineStart } = getComputedStyle(box)
  const edge = direction === 'rtl' ? 'right' : 'left'
  const gap = Number.parseFloat(paddingInlineStart) * (direction === 'rtl' ? 1 : -1)
  const by = element.getBoundingClientRect()[edge] - box.getBoundingClientRect()[edge] + gap
  if (Math.abs(by) > 1) box.scrollBy({ left: by, behavior: scrolling() })
}
