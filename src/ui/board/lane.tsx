import { Fragment, memo, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { Count } from '../badge.tsx'
import { useVirtualCards } from './use-virtual-cards.ts'

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

/** One column: head, cards, foot. However long it is, only cards near the screen are drawn. */
function LaneOnce<Card>({ column, keyOf, gapAt, gap, active, lifted, ...rest }: LaneProps<Card>) {
  const stack = useRef<HTMLDivElement>(null)
  const { cards } = column
  const ids = useMemo(() => cards.map(keyOf), [cards, keyOf])
  const liftedAt = lifted === null ? -1 : ids.indexOf(lifted)
  const gapBefore = gapAt === null ? -1 : gapAt + (liftedAt >= 0 && liftedAt <= gapAt ? 1 : 0)
  // What has the focus, is in the hand or is about to be dropped upon stays in the document, wherever one has scrolled to.
  const kept = [active === null ? -1 : ids.indexOf(active), liftedAt, gapBefore]
  const { pieces, watch } = useVirtualCards(stack, ids, lifted, kept)
  const total = column.total ?? cards.length
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
        <Count>{total.toLocaleString('he-IL')}</Count>
        {column.note && <span className="lane__note">{column.note}</span>}
      </header>
      <div className="lane__cards" data-scroller="">
        <div ref={stack} className="lane__stack">
          {pieces.map(({ at, roomPx }) =>
            roomPx === undefined ? (
              <Fragment key={ids[at]}>
                {at === gapBefore && gap}
                <CardSlot
                  id={ids[at]!}
                  card={cards[at]!}
                  place={at + 1}
                  of={total}
                  isActive={ids[at] === active}
                  isLifted={at === liftedAt}
                  watch={watch}
                  {...rest}
                />
              </Fragment>
            ) : (
              <div key={`room ${at}`} style={{ blockSize: roomPx }} />
            ),
          )}
          {gapBefore >= ids.length && gap}
        </div>
        {cards.length === 0 && gapAt === null && column.empty && <p className="lane__empty">{column.empty}</p>}
        {column.onMore && <Growth key={cards.length} onNear={column.onMore} />}
        {column.foot}
      </div>
    </section>
  )
}

export const Lane = memo(LaneOnce) as typeof LaneOnce

type SlotProps<Card> = Pick<LaneProps<Card>, 'nameOf' | 'renderCard' | 'describedBy' | 'roleName'> & {
  id: string
  card: Card
  /** Counted from one, among all cards of the column. */
  place: number
  of: number
  isActive: boolean
  isLifted: boolean
  watch: (card: HTMLElement) => () => void
}

function CardSlotOnce<Card>(props: SlotProps<Card>) {
  const { id, card, place, of, isActive, isLifted, watch, nameOf, renderCard, describedBy, roleName } = props
  return (
    <article
      ref={watch}
      className="board-card"
      data-card={id}
      data-lifted={isLifted || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a card takes the keyboard as a whole: Space lifts it, arrows move it
      tabIndex={isActive ? 0 : -1}
      aria-label={nameOf(card)}
      aria-roledescription={roleName}
      aria-describedby={describedBy}
      aria-posinset={place}
      aria-setsize={of}
    >
      {renderCard(card, { isActive, isLifted })}
    </article>
  )
}

const CardSlot = memo(CardSlotOnce) as typeof CardSlotOnce

/** Calls when the reader comes near the end of what is known. */
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
  }, [onNear])
  return <div ref={mark} className="lane__growth" />
}
