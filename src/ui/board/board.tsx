// Kanban board: cards are moved by pointer, long press or keyboard. The caller defines what a card and a move mean.
import './board.css'
import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useFlipAnimation } from './flip-animation.ts'
import { useBoardKeys } from './board-keys.ts'
import { type BoardColumn, type CardState, Lane } from './lane.tsx'
import {
  cardAfter,
  lengthWith,
  neighbour,
  type DropPosition,
  positionBetween,
  positionOf,
  movePosition,
} from './drop-position.ts'
import { usePointerDrag } from './pointer-drag.ts'

/** Screen-reader announcements of a drag; `place` and `of` count from one. */
export type BoardWords = {
  cardRole: string
  instructions: string
  lifted: (card: string, column: string, place: number, of: number) => string
  over: (card: string, column: string, place: number, of: number) => string
  dropped: (card: string, column: string, place: number, of: number) => string
  cancelled: (card: string, column: string) => string
}

/** `before` is the card that follows after the move; null appends to the column. */
export type BoardMove = { id: string; to: string; before: string | null }

export type BoardProps<Card> = {
  label: string
  columns: readonly BoardColumn<Card>[]
  keyOf: (card: Card) => string
  nameOf: (card: Card) => string
  /** `isLifted` is also set on the aria-hidden copy under the pointer: render no ids there. */
  renderCard: (card: Card, state: CardState) => ReactNode
  /** Must update `columns` synchronously (optimistic update), or the card jumps back. `lifted` is the card as it was at lift time. */
  onMove: (move: BoardMove, lifted: Card) => void
  /** A new object moves the focus to that card, in whichever column it is. */
  focus?: { card: string } | null
  /** Key presses on a card that is not lifted and that the board does not handle. */
  onCardKey?: (event: KeyboardEvent, id: string) => void
  words: BoardWords
}

type Size = { inline: number; block: number }
type Drag<Card> = { card: string; lifted: Card; to: DropPosition; by: 'pointer' | 'keys'; size: Size }

export function Board<Card>({
  label,
  columns,
  keyOf,
  nameOf,
  renderCard,
  onMove,
  onCardKey,
  focus,
  words,
}: BoardProps<Card>) {
  const board = useRef<HTMLDivElement>(null)
  const copy = useRef<HTMLDivElement>(null)
  const instructions = useId()
  const [held, setHeld] = useState<Drag<Card> | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [wish, setWish] = useState<{ focus: string } | null>(null)
  const [said, say] = useState('')
  const ids = useMemo(() => columns.map(({ id, cards }) => ({ id, cards: cards.map(keyOf) })), [columns, keyOf])
  // A drag ends when another user removes the lifted card.
  const drag = held && positionOf(ids, held.card) ? held : null
  const active =
    chosen && positionOf(ids, chosen) ? chosen : (ids.find(({ cards }) => cards.length > 0)?.cards[0] ?? null)
  const landFrom = useFlipAnimation(board, columns, drag)

  /** The active card is always rendered, so that it can take the focus. */
  const goTo = (card: string) => {
    setChosen(card)
    setWish({ focus: card })
  }
  useLayoutEffect(() => {
    if (wish) elementOf(board.current, wish.focus)?.focus()
  }, [wish])
  useEffect(() => {
    if (!focus) return undefined
    // Delayed: the menu or dialog that requested the focus first returns it to its own trigger.
    const timer = setTimeout(() => goTo(focus.card), 50)
    return () => clearTimeout(timer)
  }, [focus])

  const cardOf = (id: string) => columns.flatMap(({ cards }) => cards).find((card) => keyOf(card) === id)!
  const columnName = (id: string) => columns.find((column) => column.id === id)?.name ?? ''
  /** Cards of a column that are not loaded yet. */
  const unread = (id: string) => {
    const column = columns.find((one) => one.id === id)
    return column?.total ? Math.max(0, column.total - column.cards.length) : 0
  }
  const tell = (how: 'lifted' | 'over' | 'dropped', card: string, at: DropPosition) => {
    const of = lengthWith(ids, card, at.column) + unread(at.column)
    say(words[how](nameOf(cardOf(card)), columnName(at.column), at.index + 1, of))
  }

  const lift = (card: string, by: Drag<Card>['by'], size: Size) => {
    const to = positionOf(ids, card)
    if (!to) return
    setHeld({ card, lifted: cardOf(card), to, by, size })
    setChosen(card)
    tell('lifted', card, to)
  }
  const carryTo = (to: DropPosition) => {
    if (!drag || (drag.to.column === to.column && drag.to.index === to.index)) return
    setHeld({ ...drag, to })
    tell('over', drag.card, to)
  }
  const letGo = () => {
    if (drag) {
      landFrom(drag.card, copy.current)
      setWish({ focus: drag.card })
    }
    setHeld(null)
  }
  /** The release point may differ from the last rendered drop position. */
  const drop = (to = drag?.to) => {
    letGo()
    if (!drag || !to) return
    tell('dropped', drag.card, to)
    const from = positionOf(ids, drag.card)!
    if (from.column === to.column && from.index === to.index) return
    onMove({ id: drag.card, to: to.column, before: cardAfter(ids, drag.card, to) }, drag.lifted)
  }
  const cancel = () => {
    letGo()
    if (drag) say(words.cancelled(nameOf(cardOf(drag.card)), columnName(positionOf(ids, drag.card)!.column)))
  }

  usePointerDrag(board, copy, {
    onLift: (card, size) => lift(card, 'pointer', size),
    onOver: (between) => drag && carryTo(positionBetween(ids, drag.card, between)),
    onDrop: (at) => drop(drag && at ? positionBetween(ids, drag.card, at) : undefined),
    onCancel: cancel,
  })

  useBoardKeys(board, {
    onFocusCard: setChosen,
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
      if (to) goTo(to)
      else if (!step) onCardKey?.(event, card)
      return Boolean(step)
    },
  })

  const activeIn = active === null ? undefined : positionOf(ids, active)?.column
  const liftedFrom = drag ? positionOf(ids, drag.card)?.column : undefined
  const carried = drag && (
    <div className="board-card board-card--lifted">
      {renderCard(cardOf(drag.card), { isActive: false, isLifted: true })}
    </div>
  )
  return (
    <>
      <section ref={board} className="board" aria-label={label} data-dragging={drag ? '' : undefined}>
        {columns.map((column) => {
          const isTarget = drag?.to.column === column.id
          return (
            <Lane
              key={column.id}
              column={column}
              keyOf={keyOf}
              nameOf={nameOf}
              renderCard={renderCard}
              describedBy={instructions}
              roleName={words.cardRole}
              active={activeIn === column.id ? active : null}
              lifted={drag && liftedFrom === column.id ? drag.card : null}
              gapAt={isTarget ? drag.to.index : null}
              gap={
                isTarget && (
                  <Gap size={drag.size}>
                    {drag.by === 'keys' && (
                      <div ref={copy} inert>
                        {carried}
                      </div>
                    )}
                  </Gap>
                )
              }
            />
          )
        })}
      </section>
      <p id={instructions} hidden>
        {words.instructions}
      </p>
      <output className="vh" aria-live="assertive">
        {said}
      </output>
      {drag?.by === 'pointer' &&
        createPortal(
          <div ref={copy} className="board-carried" style={{ inlineSize: drag.size.inline }} aria-hidden="true" inert>
            {carried}
          </div>,
          document.body,
        )}
    </>
  )
}

const elementOf = (board: HTMLElement | null, card: string) =>
  board?.querySelector<HTMLElement>(`[data-card="${CSS.escape(card)}"]`)

/** Placeholder at the drop position. It scrolls into view during a keyboard drag. */
function Gap({ size, children }: { size: Size; children: ReactNode }) {
  const gap = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (children) gap.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  return (
    <div ref={gap} className="board-gap" style={{ blockSize: size.block }}>
      {children}
    </div>
  )
}
