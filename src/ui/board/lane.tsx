import { Fragment, memo, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { Count } from '../badge.tsx'
import { useVirtualCards } from './use-virtual-cards.ts'

export type BoardColumn<Card> = {
  id: string
  name: string
  /** CSS colour of the square before the name. */
  color?: string
  /** Text beside the name, such as a sum. */
  note?: ReactNode
  cards: readonly Card[]
  /** Total number of cards when `cards` holds only the first page. */
  total?: number
  /** Loads the next page. Undefined when all cards are loaded. */
  onMore?: () => void
  /** Shown in a column without cards. */
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
  /** Index of the drop placeholder, not counting the lifted card, and its content. */
  gapAt: number | null
  gap: ReactNode
}

/** One column: head, cards, foot. Virtualised: only cards near the viewport are rendered. */
function UnmemoizedLane<Card>({ column, keyOf, gapAt, gap, active, lifted, ...rest }: LaneProps<Card>) {
  const stack = useRef<HTMLDivElement>(null)
  const { cards } = column
  const ids = useMemo(() => cards.map(keyOf), [cards, keyOf])
  const liftedAt = lifted === null ? -1 : ids.indexOf(lifted)
  const gapBefore = gapAt === null ? -1 : gapAt + (liftedAt >= 0 && liftedAt <= gapAt ? 1 : 0)
  // The focused card, the lifted card and the drop target stay rendered wherever the column is scrolled to.
  const pinned = [active === null ? -1 : ids.indexOf(active), liftedAt, gapBefore]
  const { pieces, watch } = useVirtualCards(stack, ids, lifted, pinned)
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
        {column.onMore && <LoadMoreSentinel key={cards.length} onNear={column.onMore} />}
        {column.foot}
      </div>
    </section>
  )
}

export const Lane = memo(UnmemoizedLane) as typeof UnmemoizedLane

type SlotProps<Card> = Pick<LaneProps<Card>, 'nameOf' | 'renderCard' | 'describedBy' | 'roleName'> & {
  id: string
  card: Card
  /** The one-based position among all cards of the column. */
  place: number
  of: number
  isActive: boolean
  isLifted: boolean
  watch: (card: HTMLElement) => () => void
}

function UnmemoizedCardSlot<Card>(props: SlotProps<Card>) {
  const { id, card, place, of, isActive, isLifted, watch, nameOf, renderCard, describedBy, roleName } = props
  return (
    <article
      ref={watch}
      className="board-card"
      data-card={id}
      data-lifted={isLifted || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the card itself is focusable: Space lifts it, arrow keys move it
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

const CardSlot = memo(UnmemoizedCardSlot) as typeof UnmemoizedCardSlot

/** Infinite scroll: calls `onNear` when the end of the loaded cards comes near the viewport. */
function LoadMoreSentinel({ onNear }: { onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The scroll container is the column, or on a phone the page.
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
