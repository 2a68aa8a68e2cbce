// The focused card, or the one that Tab focuses. This card is always rendered, so that it can be focused.
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { positionOf } from './drop-position.ts'

type Column = { id: string; cards: readonly string[] }

export function useBoardFocus(
  board: RefObject<HTMLElement | null>,
  ids: readonly Column[],
  request: { card: string } | null | undefined,
) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [wish, setWish] = useState<{ focus: string } | null>(null)
  const active =
    chosen && positionOf(ids, chosen) ? chosen : (ids.find(({ cards }) => cards.length > 0)?.cards[0] ?? null)

  const focus = (card: string) => setWish({ focus: card })
  const goTo = (card: string) => {
    setChosen(card)
    focus(card)
  }
  useLayoutEffect(() => {
    if (wish) elementOf(board.current, wish.focus)?.focus()
  }, [board, wish])
  useEffect(() => {
    if (!request) return undefined
    // Delayed, because the menu or dialog that requested the focus first returns the focus to its trigger.
    const timer = setTimeout(() => goTo(request.card), 50)
    return () => clearTimeout(timer)
  }, [request])

  return { active, choose: setChosen, focus, goTo }
}

const elementOf = (board: HTMLElement | null, card: string) =>
  board?.querySelector<HTMLElement>(`[data-card="${CSS.escape(card)}"]`)
