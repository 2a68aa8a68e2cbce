// The board: open opportunities by stage.
import { Plus } from 'lucide-react'
import { type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useNow } from '#client/now.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { useNextAppointments } from '#features/booking/appointments.data.ts'
import { type BoardScope, useBoard, useLoadMore, useTotals } from '#features/opportunities/board/board.data.ts'
import {
  type BoardCard,
  cardsByStage,
  noTotals,
  type Totals,
  totalsAfter,
} from '#features/opportunities/board/board.ts'
import { isFiltered } from '#features/opportunities/list/opportunity-filter.ts'
import type { Stage, WholePipeline } from '#platform/pipelines/pipelines.ts'
import { storeLastList } from '#platform/saved-views/last-list.ts'
import { formatMoney } from '#lib/money.ts'
import { Board } from '#ui/board/board.tsx'
import type { BoardMove } from '#ui/board/board-props.ts'
import type { CardState } from '#ui/board/lane.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useQuickAdd } from '#platform/screens/quick-add-context.ts'
import { BoardSkeleton } from '#features/opportunities/screens/pipeline/board-skeleton.tsx'
import { boardAnnouncements } from '#features/opportunities/screens/pipeline/board-announcements.ts'
import { BulkBar } from '#features/opportunities/screens/pipeline/bulk-bar.tsx'
import { withOpenOpportunity } from '#features/opportunities/screens/open-opportunity-param.ts'
import { MoveDialogs } from '../opportunities/move-dialogs.tsx'
import { OpportunityCard } from '#features/opportunities/screens/pipeline/opportunity-card.tsx'
import { useBoardMoves } from '#features/opportunities/screens/use-board-moves.ts'
import { type Selection, useSelection } from '#features/opportunities/screens/pipeline/use-selection.ts'

const nothing = { cards: [], ends: {} }
type Props = { pipeline: WholePipeline; place: BoardScope }

export function BoardView({ pipeline, place }: Props) {
  const board = useBoard(place)
  const totals = useTotals(place)
  const { cards: known, ends } = board.data ?? nothing
  const moves = useBoardMoves(place, known, pipeline.stages)
  const { cards } = moves
  const [focus, setFocus] = useState<{ card: string } | null>(null)
  const shownTotals = useMemo(
    () => totalsAfter(totals.data ?? new Map<string, Totals>(), known, cards, pipeline.stages),
    [totals.data, known, cards, pipeline.stages],
  )
  const inOrder = useMemo(
    () => cardsByStage(pipeline.stages, cards).flatMap((column) => column.cards),
    [pipeline.stages, cards],
  )
  const selection = useSelection(inOrder)

  // Stale data stays visible when a refetch fails.
  if (!board.data && board.error)
    return <FailedToLoad insteadOf={board.data} error={board.error} onRetry={() => void board.refetch()} />
  if (!board.data) return <BoardSkeleton />
  return (
    <>
      <OpportunityBoard
        pipeline={pipeline}
        place={place}
        cards={cards}
        ends={ends}
        totals={shownTotals}
        move={moves.move}
        focus={focus}
        setFocus={setFocus}
        selection={selection}
      />
      <MoveDialogs
        openDialog={moves.openDialog}
        card={known.find(({ id }) => id === moves.openDialog?.move.id)}
        onAnswer={(because) => {
          moves.answer(because)
          if (moves.openDialog) setFocus({ card: moves.openDialog.move.id })
        }}
        onKeep={() => {
          moves.keep()
          if (moves.openDialog) setFocus({ card: moves.openDialog.move.id })
        }}
      />
      <BulkBar pipeline={pipeline} place={place} selection={selection} />
    </>
  )
}

type Focus = { card: string } | null
type OpportunityBoardProps = Props & {
  cards: readonly BoardCard[]
  ends: Readonly<Record<string, string>>
  totals: ReadonlyMap<string, Totals>
  move: ReturnType<typeof useBoardMoves>['move']
  focus: Focus
  setFocus: (focus: Focus) => void
  selection: Selection
}

function OpportunityBoard(props: OpportunityBoardProps) {
  const { pipeline, place, cards, ends, totals, move, focus, setFocus, selection } = props
  const { stages } = pipeline
  const add = useQuickAdd()
  const now = useNow()
  const staffName = useStaffName()
  const navigate = useNavigate()
  const { search } = useLocation()
  const readOn = useLoadMore(place)
  const narrowed = isFiltered(place.filter)
  const appointments = useNextAppointments(useMemo(() => cards.map(({ contact_id }) => contact_id), [cards]))

  const columns = useMemo(
    () =>
      cardsByStage(stages, cards).map(({ stage, cards: inStage }) => {
        const { cards: total, sum_agorot, weighted_agorot } = totals.get(stage.id) ?? noTotals
        const after = ends[stage.id]
        return {
          id: stage.id,
          name: stage.name,
          color: `var(--${stage.color})`,
          note: sum_agorot > 0 && (
            <>
              {formatMoney(sum_agorot)}
              {stage.kind === 'open' && (
                <small title={`משוקלל לפי הסתברות: ${stage.probability}% לשלב הזה`}>
                  {' · צפי '}
                  {formatMoney(Math.round(weighted_agorot / 100) * 100)}
                </small>
              )}
            </>
          ),
          cards: inStage,
          total: Math.max(total, inStage.length),
          ...(after !== undefined && { onMore: () => readOn(stage.id, after) }),
          empty: narrowed ? 'אין כאן התאמות לסינון' : 'אין הזדמנויות בשלב הזה',
          foot: stage.kind === 'open' && (
            <button type="button" className="pipeline__add" onClick={() => add('opportunity', { stageId: stage.id })}>
              <Icon of={Plus} />
              הוספת הזדמנות<span className="vh"> לשלב {stage.name}</span>
            </button>
          ),
        }
      }),
    [stages, cards, ends, totals, narrowed, readOn, add],
  )

  // A ref, so that memoized cards do not re-render when a column changes.
  const latest = useRef({ columns, search })
  useEffect(() => {
    latest.current = { columns, search }
  })
  /** A drop below the last loaded card lands above it while the column has more pages. */
  const placeFor = useCallback(({ id, to, before }: BoardMove) => {
    const column = latest.current.columns.find((one) => one.id === to)
    return before ?? (column?.onMore ? (column.cards.findLast((card) => card.id !== id)?.id ?? null) : null)
  }, [])
  const open = useCallback(
    (id: string) => {
      const ids = latest.current.columns.flatMap((column) => column.cards.map((card) => card.id))
      storeLastList('opportunities', ids, latest.current.search)
      void navigate({ search: withOpenOpportunity(latest.current.search, id) })
    },
    [navigate],
  )

  const { isOn, toggle } = selection
  const moveByMenu = useCallback(
    ({ id, version, status }: BoardCard, stage: Stage) => {
      const top = latest.current.columns.find((column) => column.id === stage.id)?.cards[0]?.id ?? null
      move({ id, to: stage.id, before: top, seen: version })
      // A move that opens a dialog leaves focus to that dialog.
      if (stage.kind === status) setFocus({ card: id })
    },
    [move, setFocus],
  )
  const renderCard = useCallback(
    (card: BoardCard, state: CardState) => (
      <OpportunityCard
        card={card}
        stages={stages}
        owner={staffName(card.owner_id)}
        now={now}
        appointmentAt={appointments.get(card.contact_id)}
        isSelected={isOn(card.id)}
        onOpen={open}
        onSelect={toggle}
        onMove={moveByMenu}
        {...state}
      />
    ),
    [stages, staffName, now, appointments, isOn, toggle, open, moveByMenu],
  )

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the keyboard equivalent is the key X
    <div
      className="pipeline__board"
      onClickCapture={(event) => selectByClick(event, selection)}
      onMouseDownCapture={(event) => event.shiftKey && event.preventDefault()}
    >
      <Board
        label="שלבי המכירה"
        columns={columns}
        keyOf={keyOf}
        nameOf={nameOf}
        renderCard={renderCard}
        onMove={(request, { version }) => move({ ...request, before: placeFor(request), seen: version })}
        words={boardAnnouncements}
        focus={focus}
        onCardKey={(event, id) => {
          const card = event.target instanceof Element && event.target
          // By `event.code`: on a Hebrew layout M is צ and X is ס.
          if (event.code === 'KeyM' && card) card.querySelector<HTMLElement>('[data-move-menu]')?.click()
          if (event.code === 'KeyX' && !event.ctrlKey && !event.metaKey) toggle(id)
          if (event.key === 'Escape') selection.clear()
          if (event.key === 'Enter') open(id)
        }}
      />
    </div>
  )
}

/** Shift selects the range from the last selected card, Ctrl toggles one. */
function selectByClick(event: MouseEvent, selection: Selection) {
  if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return
  const card = event.target instanceof Element && event.target.closest<HTMLElement>('[data-card]')
  if (!card) return
  event.preventDefault()
  event.stopPropagation()
  const id = card.dataset['card']!
  if (event.shiftKey) selection.upTo(id)
  else selection.toggle(id)
}

const keyOf = ({ id }: BoardCard) => id
const nameOf = ({ name }: BoardCard) => name
