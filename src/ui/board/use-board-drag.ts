// State of the lifted card: lift, move, drop and cancel by pointer or keys, each with its announcement.
import { type RefObject, useMemo, useState } from 'react'
import type { BoardProps } from './board-props.ts'
import { useBoardFocus } from './use-board-focus.ts'
import { useBoardKeys } from './board-keys.ts'
import {
  cardAfter,
  lengthWith,
  neighbour,
  type DropPosition,
  positionBetween,
  positionOf,
  movePosition,
} from './drop-position.ts'
import { useFlipAnimation } from './flip-animation.ts'
import { usePointerDrag } from './pointer-drag.ts'

export type CardSize = { inline: number; block: number }
type Drag<Card> = { card: string; lifted: Card; to: DropPosition; by: 'pointer' | 'keys'; size: CardSize }
type Elements = { board: RefObject<HTMLElement | null>; copy: RefObject<HTMLElement | null> }

export function useBoardDrag<Card>(
  { board, copy }: Elements,
  { columns, keyOf, nameOf, onMove, onCardKey, focus: request, words }: BoardProps<Card>,
) {
  const [held, setHeld] = useState<Drag<Card> | null>(null)
  const [liveText, setLiveText] = useState('')
  const ids = useMemo(() => columns.map(({ id, cards }) => ({ id, cards: cards.map(keyOf) })), [columns, keyOf])
  // A drag ends when another user removes the lifted card.
  const drag = held && positionOf(ids, held.card) ? held : null
  const focus = useBoardFocus(board, ids, request)
  const landFrom = useFlipAnimation(board, columns, drag)

  const cardOf = (id: string) => columns.flatMap(({ cards }) => cards).find((card) => keyOf(card) === id)!
  const columnName = (id: string) => columns.find((column) => column.id === id)?.name ?? ''
  /** Cards of a column that are not loaded yet. */
  const unread = (id: string) => {
    const column = columns.find((one) => one.id === id)
    return column?.total ? Math.max(0, column.total - column.cards.length) : 0
  }
  const announce = (how: 'lifted' | 'over' | 'dropped', card: string, at: DropPosition) => {
    const of = lengthWith(ids, card, at.column) + unread(at.column)
    setLiveText(words[how](nameOf(cardOf(card)), columnName(at.column), at.index + 1, of))
  }

  const lift = (card: string, by: Drag<Card>['by'], size: CardSize) => {
    const to = positionOf(ids, card)
    if (!to) return
    setHeld({ card, lifted: cardOf(card), to, by, size })
    focus.choose(card)
    announce('lifted', card, to)
  }
  const carryTo = (to: DropPosition) => {
    if (!drag || (drag.to.column === to.column && drag.to.index === to.index)) return
    setHeld({ ...drag, to })
    announce('over', drag.card, to)
  }
  const releaseDrag = () => {
    if (drag) {
      landFrom(drag.card, copy.current)
      focus.focus(drag.card)
    }
    setHeld(null)
  }
  /** `to` is the position at the release point, which may differ from the last rendered drop position. */
  const drop = (to = drag?.to) => {
    releaseDrag()
    if (!drag || !to) return
    announce('dropped', drag.card, to)
    const from = positionOf(ids, drag.card)!
    if (from.column === to.column && from.index === to.index) return
    onMove({ id: drag.card, to: to.column, before: cardAfter(ids, drag.card, to) }, drag.lifted)
  }
  const cancel = () => {
    releaseDrag()
    if (drag) setLiveText(words.cancelled(nameOf(cardOf(drag.card)), columnName(positionOf(ids, drag.card)!.column)))
  }

  usePointerDrag(board, copy, {
    onLift: (card, size) => lift(card, 'pointer', size),
    onOver: (between) => drag && carryTo(positionBetween(ids, drag.card, between)),
    onDrop: (at) => drop(drag && at ? positionBetween(ids, drag.card, at) : undefined),
    onCancel: cancel,
  })

  useBoardKeys(board, {
    onFocusCard: focus.choose,
    onBlurCard: (card) => drag?.by === 'keys' && drag.card === card && cancel(),
    onKey: (event, card, step, element) => {
      if (drag?.by === 'keys') {
        if (event.key === ' ' || event.key === 'Enter') drop()
        else if (event.key === 'Escape' || event.key === 'Tab') cancel()
        else if (step) carryTo(movePosition(ids, drag.card, drag.to, step))
        return true
      }
      if (event.key === ' ') {
        const { width, height } = element.getBoundingClientRect()
        lift(card, 'keys', { inline: width, block: height })
        return true
      }
      const to = step && neighbour(ids, card, step)
      if (to) focus.goTo(to)
      else if (!step) onCardKey?.(event, card)
      return Boolean(step)
    },
  })

  const columnOf = (card: string | null) => (card === null ? undefined : positionOf(ids, card)?.column)
  return {
    drag,
    liveText,
    active: focus.active,
    activeIn: columnOf(focus.active),
    liftedCard: drag && cardOf(drag.card),
    liftedFrom: drag ? columnOf(drag.card) : undefined,
  }
}
