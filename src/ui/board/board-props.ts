import type { ReactNode } from 'react'
import type { BoardColumn, CardState } from './lane.tsx'

/** Screen-reader announcements of a drag; `place` and `of` count from one. */
export type BoardAnnouncements = {
  /** Label of the strip of columns. */
  columns: string
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
  /** Must update `columns` synchronously (optimistic update), or the card jumps back. `lifted` is the card at lift time. */
  onMove: (move: BoardMove, lifted: Card) => void
  /** Set it to a new object to move the focus to that card, in any column. */
  focus?: { card: string } | null
  /** Key presses on a card that is not lifted and that the board does not handle. */
  onCardKey?: (event: KeyboardEvent, id: string) => void
  words: BoardAnnouncements
}
