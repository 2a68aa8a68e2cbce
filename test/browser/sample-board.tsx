import { useMemo, useState } from 'react'
import { Board } from '#ui/board/board.tsx'
import type { BoardMove, BoardProps } from '#ui/board/board-props.ts'
import type { BoardColumn } from '#ui/board/lane.tsx'

type Lists = Readonly<Record<string, readonly string[]>>
type Props = {
  /** The cards of each column, by name; names are unique on the board. */
  start: Lists
  onMove?: (move: BoardMove) => void
  column?: (id: string) => Partial<BoardColumn<string>>
} & Partial<Pick<BoardProps<string>, 'focus' | 'onCardKey'>>

const labels: BoardProps<string>['words'] = {
  columns: 'מעבר לעמודה',
  cardRole: 'כרטיס',
  instructions: 'רווח מרים כרטיס',
  lifted: (card, column, place, of) => `הורם: ${card}, ${column} ${place}/${of}`,
  over: (card, column, place, of) => `מעל: ${card}, ${column} ${place}/${of}`,
  dropped: (card, column, place, of) => `הונח: ${card}, ${column} ${place}/${of}`,
  cancelled: (card, column) => `בוטל: ${card}, ${column}`,
}
const self = (card: string) => card

/** A board whose cards are their names; moves are applied immediately, as by an optimistic update. */
export function SampleBoard({ start, onMove, column, ...more }: Props) {
  const [lists, setLists] = useState(start)
  const columns = useMemo(
    () => Object.entries(lists).map(([id, cards]) => ({ id, name: id, cards, ...column?.(id) })),
    [lists, column],
  )
  function move(boardMove: BoardMove) {
    setLists((now) => moved(now, boardMove))
    onMove?.(boardMove)
  }
  return (
    <div style={{ blockSize: '600px', display: 'grid' }}>
      <Board
        label="לוח"
        columns={columns}
        keyOf={self}
        nameOf={self}
        renderCard={(card) => (
          <div style={{ padding: '12px' }}>
            <a href={`#${card}`}>{card}</a> <button type="button">תפריט של {card}</button>
          </div>
        )}
        onMove={move}
        words={labels}
        {...more}
      />
      <button type="button" onClick={() => setLists((now) => without(now, Object.values(now).flat()[0]!))}>
        הסרת הכרטיס הראשון
      </button>
    </div>
  )
}

const without = (lists: Lists, card: string): Lists =>
  Object.fromEntries(Object.entries(lists).map(([id, cards]) => [id, cards.filter((one) => one !== card)]))

function moved(lists: Lists, { id, to, before }: BoardMove): Lists {
  const rest = without(lists, id)
  const cards = rest[to]!
  const at = before === null ? cards.length : cards.indexOf(before)
  return { ...rest, [to]: [...cards.slice(0, at), id, ...cards.slice(at)] }
}
