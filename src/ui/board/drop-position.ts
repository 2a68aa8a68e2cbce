// Drop position of a lifted card, and how arrow keys change it. Works on ids only, no DOM.

/** A position between cards: `index` counts the cards of the column without the lifted one. */
export type DropPosition = { column: string; index: number }
export type Columns = readonly { id: string; cards: readonly string[] }[]
export type Step = 'up' | 'down' | 'next' | 'previous'

/** The rendered cards above and below a point; null where there is none. */
export type DropNeighbours = { column: string; above: string | null; below: string | null }

const cardsOf = (columns: Columns, column: string) => columns.find(({ id }) => id === column)?.cards ?? []
const othersIn = (columns: Columns, column: string, lifted: string) => {
  const cards = cardsOf(columns, column)
  return cards.length - (cards.includes(lifted) ? 1 : 0)
}

/** The current position of a card; undefined after its removal from the board. */
export function positionOf(columns: Columns, card: string): DropPosition | undefined {
  for (const { id, cards } of columns) {
    const index = cards.indexOf(card)
    if (index >= 0) return { column: id, index }
  }
  return undefined
}

/** Position after one key press. It is clamped to the ends of the column. */
export function movePosition(columns: Columns, lifted: string, place: DropPosition, step: Step): DropPosition {
  if (step === 'up') return { ...place, index: Math.max(0, place.index - 1) }
  if (step === 'down') return { ...place, index: Math.min(othersIn(columns, place.column, lifted), place.index + 1) }
  const at = columns.findIndex(({ id }) => id === place.column)
  const column = columns[at + (step === 'next' ? 1 : -1)]
  if (!column) return place
  return { column: column.id, index: Math.min(place.index, othersIn(columns, column.id, lifted)) }
}

/** The position between two cards, of which at least one is given; index 0 in a column without rendered cards. */
export function positionBetween(
  columns: Columns,
  lifted: string,
  { column, above, below }: DropNeighbours,
): DropPosition {
  const cards = cardsOf(columns, column)
  const at = below === null ? (above === null ? 0 : cards.indexOf(above) + 1) : Math.max(0, cards.indexOf(below))
  const liftedAt = cards.indexOf(lifted)
  return { column, index: liftedAt >= 0 && liftedAt < at ? at - 1 : at }
}

/** The card after the drop position; null at the end of a column. */
export function cardAfter(columns: Columns, lifted: string, place: DropPosition): string | null {
  const cards = cardsOf(columns, place.column)
  const liftedAt = cards.indexOf(lifted)
  return cards[liftedAt >= 0 && liftedAt <= place.index ? place.index + 1 : place.index] ?? null
}

/** Number of cards in the column including the lifted one. */
export function lengthWith(columns: Columns, lifted: string, column: string): number {
  return othersIn(columns, column, lifted) + 1
}

/** The card that an arrow key moves the focus to; undefined when there is none. Empty columns are skipped. */
export function neighbour(columns: Columns, card: string, step: Step): string | undefined {
  const place = positionOf(columns, card)
  if (!place) return undefined
  const at = columns.findIndex(({ id }) => id === place.column)
  if (step === 'up' || step === 'down') return columns[at]!.cards[place.index + (step === 'up' ? -1 : 1)]
  const way = step === 'next' ? 1 : -1
  for (let other = at + way; columns[other]; other += way) {
    const { cards } = columns[other]!
    if (cards.length > 0) return cards[Math.min(place.index, cards.length - 1)]
  }
  return undefined
}
