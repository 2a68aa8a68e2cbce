import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const GLIDE_MS = 240
const NEAR_PX = 200

/**
 * Card position relative to its scrolled column and board, so that scrolling between two renders starts no animation.
 */
type CardPosition = { x: number; y: number; column: Element | null }

/**
 * FLIP animation of cards on every change of `cards`; skipped with reduced motion. `watch` covers every other cause of a layout shift, so
 * that the next animation starts from the current positions. The returned function sets the start position of one card to that of
 * `element` (the released drag copy).
 */
export function useFlipAnimation(board: RefObject<HTMLElement | null>, cards: unknown, watch: unknown) {
  const positions = useRef(new Map<string, CardPosition>())
  const last = useRef({ cards, watch })
  const landing = useRef<string | null>(null)

  useLayoutEffect(() => {
    const root = board.current
    if (!root) return
    if (!prefersReducedMotion()) {
      if (last.current.cards !== cards) animateMoves(root, positions.current)
      else if (landing.current) animateMoves(root, positions.current, landing.current)
    }
    last.current = { cards, watch }
    landing.current = null
    positions.current = cardPositions(root)
  }, [board, cards, watch])

  useEffect(() => {
    const root = board.current
    if (!root) return undefined
    const observer = new ResizeObserver(() => {
      positions.current = cardPositions(root)
    })
    observer.observe(root)
    return () => observer.disconnect()
  }, [board])

  return (card: string, element: Element | null) => {
    if (!board.current || !element) return
    positions.current.set(card, cardPosition(board.current, element))
    landing.current = card
  }
}

const cardsOf = (root: Element) => root.querySelectorAll<HTMLElement>('[data-card]:not([data-lifted])')

function cardPosition(root: Element, element: Element): CardPosition {
  const box = element.getBoundingClientRect()
  const edge = root.getBoundingClientRect()
  const column = element.closest('[data-scroller]')
  return { x: box.x - edge.x + root.scrollLeft, y: box.y - edge.y + (column?.scrollTop ?? 0), column }
}

/** Measures only cards near the viewport: the others are not animated, and a board may hold thousands. */
function cardPositions(root: Element): Map<string, CardPosition> {
  const edge = root.getBoundingClientRect()
  const positions = new Map<string, CardPosition>()
  for (const column of root.querySelectorAll<HTMLElement>('[data-scroller]')) {
    const frame = column.getBoundingClientRect()
    if (frame.right < edge.left - NEAR_PX || frame.left > edge.right + NEAR_PX) continue
    for (const card of cardsOf(column)) {
      const box = card.getBoundingClientRect()
      if (box.bottom < -NEAR_PX) continue
      // Cards are in vertical order: all after the first one below the range are below it too.
      if (box.top > window.innerHeight + NEAR_PX) break
      positions.set(card.dataset['card']!, {
        x: box.x - edge.x + root.scrollLeft,
        y: box.y - edge.y + column.scrollTop,
        column,
      })
    }
  }
  return positions
}

function animateMoves(root: Element, from: Map<string, CardPosition>, only?: string) {
  const edge = root.getBoundingClientRect()
  for (const card of cardsOf(root)) {
    const id = card.dataset['card']!
    const position = from.get(id)
    if (!position || (only && only !== id)) continue
    const box = card.getBoundingClientRect()
    const x = position.x - root.scrollLeft - (box.x - edge.x)
    const y = position.y - (position.column?.scrollTop ?? 0) - (box.y - edge.y)
    if (Math.abs(x) < 1 && Math.abs(y) < 1) continue
    const isNear = box.bottom > -NEAR_PX && box.top < window.innerHeight + NEAR_PX
    if (isNear)
      card.animate(
        [
          { translate: `${x}px ${y}px`, zIndex: 2 },
          { translate: '0 0', zIndex: 2 },
        ],
        { duration: GLIDE_MS, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' },
      )
  }
}

export const prefersReducedMotion = () =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ||
  document.documentElement.classList.contains('a11y-reduce-motion')
