import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { Count } from '../badge.tsx'

/** How many cards a column draws before the reader scrolls towards the rest. */
const STEP = 50

export type BoardColumn<Card> = {
  id: string
  name: string
  /** A CSS colour for the square before the name. */
  color?: string
  /** Beside the name: a sum, for example. */
  note?: ReactNode
  cards: readonly Card[]
  /** How many there are in all, when `cards` are only the first of them. */
  total?: number
  /** Asks for the cards after these. Missing when these are all. */
  onMore?: () => void
  /** Stands in a column without cards. */
  empty?: ReactNode
  foot?: ReactNode
}

export type CardState = { isActive: boolean; isLifted: boolean }

type LaneProps<Card> = {
  column: BoardColumn<Card>
  keyOf: (card: Card) => string
  nameOf: (card: Card) => string
  renderCard: (card: Card, state: CardState) => ReactNode
  describedBy: string
  roleName: string
  active: string | null
  lifted: string | null
  /** The gap before the card at this index (not counting the lifted one), with what is shown in it. */
  gapAt: number | null
  gap: ReactNode
}

/** One column: head, cards, foot. Long columns grow as they are scrolled, and what is off screen is not laid out. */
function LaneOnce<Card>({ column, keyOf, gapAt, gap, active, lifted, ...rest }: LaneProps<Card>) {
  const [shown, setShown] = useState(STEP)
  const { cards } = column
  const needed = Math.max(gapAt ?? 0, active ? cards.findIndex((card) => keyOf(card) === active) : 0) + STEP / 2
  const drawn = cards.slice(0, Math.max(shown, needed))
  let others = 0
  return (
    <section
      className="lane"
      aria-label={column.name}
      data-column={column.id}
      data-over={gapAt !== null || undefined}
      style={column.color ? ({ '--lane-color': column.color } as object) : undefined}
    >
      <header className="lane__head">
        <h2>{column.name}</h2>
        <Count>{(column.total ?? cards.length).toLocaleString('he-IL')}</Count>
        {column.note && <span className="lane__note">{column.note}</span>}
      </header>
      <div className="lane__cards" data-scrolls data-long={cards.length > STEP || undefined}>
        {drawn.map((card) => {
          const id = keyOf(card)
          const isGapHere = id !== lifted && others++ === gapAt
          return (
            <CardSlot
              key={id}
              before={isGapHere ? gap : null}
              id={id}
              card={card}
              isActive={id === active}
              isLifted={id === lifted}
              {...rest}
            />
          )
        })}
        {gapAt !== null && gapAt >= others && gap}
        {cards.length === 0 && gapAt === null && column.empty && <p className="lane__empty">{column.empty}</p>}
        {drawn.length < cards.length && <Growth key={drawn.length} onNear={() => setShown(drawn.length + STEP)} />}
        {drawn.length === cards.length && column.onMore && (
          <Growth key={`more ${cards.length}`} onNear={column.onMore} />
        )}
        {column.foot}
      </div>
    </section>
  )
}

export const Lane = memo(LaneOnce) as typeof LaneOnce

type SlotProps<Card> = Pick<LaneProps<Card>, 'nameOf' | 'renderCard' | 'describedBy' | 'roleName'> & {
  id: string
  card: Card
  before: ReactNode
  isActive: boolean
  isLifted: boolean
}

function CardSlotOnce<Card>({
  id,
  card,
  before,
  isActive,
  isLifted,
  nameOf,
  renderCard,
  describedBy,
  roleName,
}: SlotProps<Card>) {
  return (
    <>
      {before}
      <article
        className="board-card"
        data-card={id}
        data-lifted={isLifted || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a card takes the keyboard as a whole: Space lifts it, arrows move it
        tabIndex={isActive ? 0 : -1}
        aria-label={nameOf(card)}
        aria-roledescription={roleName}
        aria-describedby={describedBy}
      >
        {renderCard(card, { isActive, isLifted })}
      </article>
    </>
  )
}

const CardSlot = memo(CardSlotOnce) as typeof CardSlotOnce

/** Calls once when the reader comes near the end of what is drawn. */
function Growth({ onNear }: { onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The column may scroll by itself, or on a phone the whole page.
    const margins = { rootMargin: '800px', scrollMargin: '800px' }
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && onNear(),
      margins,
    )
    observer.observe(mark.current!)
    return () => observer.disconnect()
  })
  return <div ref={mark} className="lane__growth" />
}
