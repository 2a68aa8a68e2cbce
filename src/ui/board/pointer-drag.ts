import { type RefObject, useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { scrollNearEdge } from './edge-scroll.ts'
import type { DropNeighbours } from './drop-position.ts'

const SLOP_PX = 6
const LONG_PRESS_MS = 350

type Lifting = {
  onLift: (card: string, size: { inline: number; block: number }) => void
  onOver: (between: DropNeighbours) => void
  /** `at`: the position under the pointer at release; undefined outside all columns, where the last position applies. */
  onDrop: (at: DropNeighbours | undefined) => void
  onCancel: () => void
}

/**
 * Drag and drop with a mouse, a pen, or a long press on a touch screen. An immediate touch move scrolls as usual. `carried` is the copy
 * that follows the pointer; its position is written here per frame, without a React render.
 */
export function usePointerDrag(
  board: RefObject<HTMLElement | null>,
  carried: RefObject<HTMLElement | null>,
  lifting: Lifting,
) {
  const lift = useEffectEvent(lifting.onLift)
  const over = useEffectEvent(lifting.onOver)
  const drop = useEffectEvent(lifting.onDrop)
  const cancel = useEffectEvent(lifting.onCancel)

  useEffect(() => {
    const root = board.current
    if (!root) return undefined
    const listening = new AbortController()
    const options = { signal: listening.signal }
    let press: Press | null = null
    let frame = 0

    const end = (how: 'drop' | 'cancel' | 'none', at?: DropNeighbours) => {
      const lifted = press?.lifted
      if (press) clearTimeout(press.timer)
      press = null
      cancelAnimationFrame(frame)
      if (lifted && how === 'drop') drop(at)
      if (lifted && how === 'cancel') cancel()
    }
    const begin = () => {
      if (!press) return
      press.lifted = true
      const box = press.card.getBoundingClientRect()
      // The position of the press, because a fast pointer has already moved.
      press.grip = { x: press.startX - box.x, y: press.startY - box.y }
      root.setPointerCapture(press.pointer)
      const card = press.card.dataset['card']!
      // Flushed synchronously: a quick flick may release before the next frame and must find the lifted card.
      flushSync(() => lift(card, { inline: box.width, block: box.height }))
      frame = requestAnimationFrame(carry)
    }
    const carry = () => {
      if (!press) return
      // Layout reads first, then writes: the other order would force a second layout per frame.
      const lane = laneUnder(root, press.x)
      const place = lane && neighboursUnder(lane, press.y)
      scrollNearEdge(root, lane, press.x, press.y)
      moveCopy(carried.current, press)
      if (place) over(place)
      frame = requestAnimationFrame(carry)
    }

    root.addEventListener(
      'pointerdown',
      (event) => {
        const card = cardUnder(event)
        if (!card || event.button !== 0 || !event.isPrimary) return
        end('cancel')
        const isTouch = event.pointerType === 'touch'
        press = {
          card,
          pointer: event.pointerId,
          x: event.clientX,
          y: event.clientY,
          startX: event.clientX,
          startY: event.clientY,
          isTouch,
          lifted: false,
        }
        if (isTouch) press.timer = setTimeout(begin, LONG_PRESS_MS)
      },
      options,
    )
    root.addEventListener(
      'pointermove',
      (event) => {
        if (!press || event.pointerId !== press.pointer) return
        press.x = event.clientX
        press.y = event.clientY
        if (press.lifted || Math.hypot(press.x - press.startX, press.y - press.startY) < SLOP_PX) return
        if (press.isTouch) end('none')
        else begin()
      },
      options,
    )
    root.addEventListener(
      'pointerup',
      (event) => {
        if (event.pointerId !== press?.pointer) return
        if (press.lifted) swallowNextClick(listening.signal)
        const lane = press.lifted ? laneUnder(root, event.clientX) : undefined
        end('drop', lane && neighboursUnder(lane, event.clientY))
      },
      options,
    )
    root.addEventListener('pointercancel', () => end('cancel'), options)
    window.addEventListener(
      'keydown',
      (event) => {
        if (!press?.lifted || event.key !== 'Escape') return
        event.stopPropagation()
        end('cancel')
      },
      { ...options, capture: true },
    )
    window.addEventListener('blur', () => end('cancel'), options)
    // Registered before the touch begins: a listener added later could not prevent scrolling.
    root.addEventListener('touchmove', (event) => press?.lifted && event.preventDefault(), {
      ...options,
      passive: false,
    })
    root.addEventListener('contextmenu', (event) => press?.isTouch && event.preventDefault(), options)
    root.addEventListener('dragstart', (event) => event.preventDefault(), options)
    return () => {
      end('none')
      listening.abort()
    }
  }, [board, carried])
}

type Press = {
  card: HTMLElement
  pointer: number
  x: number
  y: number
  startX: number
  startY: number
  isTouch: boolean
  lifted: boolean
  grip?: { x: number; y: number }
  timer?: ReturnType<typeof setTimeout>
  rest?: { x: number; y: number }
}

function cardUnder({ target }: PointerEvent): HTMLElement | null {
  if (!(target instanceof Element) || target.closest('button, input, textarea, select, [data-no-drag]')) return null
  return target.closest<HTMLElement>('[data-card]')
}

function moveCopy(copy: HTMLElement | null, press: Press) {
  if (!copy || !press.grip) return
  // The origin of the copy depends on the reading direction, so it is measured.
  press.rest ??= copy.getBoundingClientRect()
  copy.style.translate = `${press.x - press.grip.x - press.rest.x}px ${press.y - press.grip.y - press.rest.y}px`
}

const laneUnder = (board: HTMLElement, x: number) =>
  [...board.querySelectorAll<HTMLElement>('[data-column]')].find((lane) => {
    const box = lane.getBoundingClientRect()
    return x >= box.left && x <= box.right
  })

/** The drop position nearest to `y`: before the first card whose middle is below it. */
function neighboursUnder(lane: HTMLElement, y: number): DropNeighbours {
  const cards = lane.querySelectorAll<HTMLElement>('[data-card]:not([data-lifted])')
  let first = 0
  let last = cards.length
  while (first < last) {
    const middle = (first + last) >> 1
    const box = cards[middle]!.getBoundingClientRect()
    if (box.y + box.height / 2 > y) last = middle
    else first = middle + 1
  }
  const idAt = (at: number) => cards[at]?.dataset['card'] ?? null
  return { column: lane.dataset['column']!, above: idAt(first - 1), below: idAt(first) }
}

/** Prevents the click after a drag from opening the card's link. */
function swallowNextClick(signal: AbortSignal) {
  window.addEventListener('click', swallow, { capture: true, once: true, signal })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}

function swallow(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}
