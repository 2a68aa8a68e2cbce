import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Step } from './drop-position.ts'

type Keys = {
  onFocusCard: (card: string) => void
  onBlurCard: (card: string) => void
  /** A key press on the card itself, not on a button inside it. Returns true when the board has handled it. */
  onKey: (event: KeyboardEvent, card: string, step: Step | undefined, element: HTMLElement) => boolean
}

/** Uses one delegated listener for the whole board. */
export function useBoardKeys(board: RefObject<HTMLElement | null>, { onFocusCard, onBlurCard, onKey }: Keys) {
  const focused = useEffectEvent(onFocusCard)
  const blurred = useEffectEvent(onBlurCard)
  const pressed = useEffectEvent(onKey)

  useEffect(() => {
    const root = board.current
    if (!root) return undefined
    const listening = new AbortController()
    const options = { signal: listening.signal }
    root.addEventListener(
      'keydown',
      (event) => {
        const card = cardItself(event)
        const step = card && stepOf(event, root)
        // Auto-repeat moves the focus or a lifted card, but never lifts, drops or triggers a card action.
        if (card && event.repeat && !step) return event.key === ' ' && event.preventDefault()
        if (card && pressed(event, card.dataset['card']!, step ?? undefined, card)) event.preventDefault()
      },
      options,
    )
    root.addEventListener(
      'focusin',
      (event) => {
        const card = event.target instanceof Element && event.target.closest<HTMLElement>('[data-card]')
        if (card) focused(card.dataset['card']!)
      },
      options,
    )
    root.addEventListener(
      'focusout',
      (event) => {
        const card = cardItself(event)
        if (card) blurred(card.dataset['card']!)
      },
      options,
    )
    return () => listening.abort()
  }, [board])
}

const cardItself = ({ target }: Event) => (target instanceof HTMLElement && target.dataset['card'] ? target : null)

const vertical: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down' }

/** Horizontal arrows follow the reading direction: in Hebrew the left arrow means "next". */
function stepOf(event: KeyboardEvent, board: HTMLElement): Step | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined
  const isRtl = getComputedStyle(board).direction === 'rtl'
  if (event.key === 'ArrowLeft') return isRtl ? 'next' : 'previous'
  if (event.key === 'ArrowRight') return isRtl ? 'previous' : 'next'
  return vertical[event.key]
}
