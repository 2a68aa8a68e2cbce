// The sales board: every open family in the stage it has reached.
import './pipeline-screen.css'
import { Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { useStaffName } from '#features/accounts/staff.data.ts'
import { type BoardCard, cardsByStage, matching, type Stage } from '#features/opportunities/board.ts'
import { boardWords } from '#features/opportunities/board-words.ts'
import { LostReasonDialog } from '#features/opportunities/lost-reason-dialog.tsx'
import { useBoard, useDefaultPipeline, useLiveBoard } from '#features/opportunities/opportunities.data.ts'
import { columnTotals } from '#features/opportunities/opportunities.ts'
import { OpportunityCard } from '#features/opportunities/opportunity-card.tsx'
import { useBoardMoves } from '#features/opportunities/use-board-moves.ts'
import { count } from '#lib/hebrew-text.ts'
import { formatMoney } from '#lib/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Board } from '#ui/board/board.tsx'
import type { CardState } from '#ui/board/lane.tsx'
import { Icon } from '#ui/icon.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import { FailedToLoad } from './failed-to-load.tsx'
import { useQuickAdd } from './quick-add/quick-add-context.ts'
import { useScreenTitle } from './shell/screen-title.tsx'

const noStages: Stage[] = []
const noCards: BoardCard[] = []

export function Component() {
  useScreenTitle('צינור מכירות')
  const pipeline = useDefaultPipeline()
  const board = useBoard(pipeline.data?.id)
  useLiveBoard(pipeline.data?.id)
  const stages = pipeline.data?.stages ?? noStages
  const { cards, move, losing, lose, keep } = useBoardMoves(pipeline.data?.id, board.data ?? noCards, stages)
  const [focus, setFocus] = useState<Focus>(null)
  const open = cards.filter(({ status }) => status === 'open')
  const worth = open.reduce((sum, { amount_agorot }) => sum + amount_agorot, 0)
  // What was read before stays on the screen while a new reading fails.
  const failed = (!pipeline.data && pipeline.error) || (!board.data && board.error)

  return (
    <div className="pipeline">
      <div className="pipeline__head">
        <h1>{pipeline.data?.name ?? 'צינור מכירות'}</h1>
        {board.data && (
          <>
            <Badge>
              {count(open.length, {
                zero: 'אין הזדמנויות פתוחות',
                one: 'הזדמנות פתוחה אחת',
                two: 'שתי הזדמנויות פתוחות',
                other: '# הזדמנויות פתוחות',
              })}
            </Badge>
            {worth > 0 && <Badge>{formatMoney(worth)}</Badge>}
          </>
        )}
        <BoardFilter />
      </div>
      {failed && (
        <FailedToLoad error={failed} onRetry={() => void (pipeline.error ? pipeline.refetch() : board.refetch())} />
      )}
      {!failed && !board.data && <BoardSkeleton />}
      {!failed && board.data && (
        <SalesBoard stages={stages} cards={cards} move={move} focus={focus} setFocus={setFocus} />
      )}
      <LostReasonDialog
        name={cards.find(({ id }) => id === losing?.id)?.name}
        onLose={(lost) => {
          lose(lost)
          if (losing) setFocus({ card: losing.id })
        }}
        onKeep={() => {
          keep()
          if (losing) setFocus({ card: losing.id })
        }}
      />
    </div>
  )
}

type Focus = { card: string } | null
type SalesBoardProps = {
  stages: readonly Stage[]
  cards: readonly BoardCard[]
  move: ReturnType<typeof useBoardMoves>['move']
  focus: Focus
  setFocus: (focus: Focus) => void
}

function SalesBoard({ stages, cards, move, focus, setFocus }: SalesBoardProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const add = useQuickAdd()
  const now = useNow()
  const staffName = useStaffName()
  const query = params.get('q') ?? ''

  const columns = useMemo(
    () =>
      cardsByStage(stages, matching(cards, query)).map(({ stage, cards: inStage }) => ({
        id: stage.id,
        name: stage.name,
        color: `var(--${stage.color})`,
        note: inStage.length > 0 && formatMoney(columnTotals(inStage, stage).sumAgorot),
        cards: inStage,
        empty: query ? 'אין כאן התאמות לחיפוש' : 'אין הזדמנויות בשלב הזה',
        foot: stage.kind === 'open' && (
          <button type="button" className="pipeline__add" onClick={() => add('opportunity', { stageId: stage.id })}>
            <Icon of={Plus} />
            הוספת הזדמנות<span className="vh"> לשלב {stage.name}</span>
          </button>
        ),
      })),
    [stages, cards, query, add],
  )
  const renderCard = useCallback(
    (card: BoardCard, state: CardState) => (
      <OpportunityCard
        card={card}
        stages={stages}
        owner={staffName(card.owner_id)}
        now={now}
        onMove={({ id, version }, stage) => {
          move({ id, to: stage.id, before: null, seen: version })
          // A lost card goes through its dialog first, which hands the focus back by itself.
          if (stage.kind !== 'lost') setFocus({ card: id })
        }}
        {...state}
      />
    ),
    [stages, staffName, now, move, setFocus],
  )

  return (
    <Board
      label="שלבי המכירה"
      columns={columns}
      keyOf={keyOf}
      nameOf={nameOf}
      renderCard={renderCard}
      onMove={(wish, { version }) => move({ ...wish, seen: version })}
      words={boardWords}
      focus={focus}
      onCardKey={(event, id) => {
        const card = event.target instanceof Element && event.target
        // By the place of the key: on a Hebrew layout M is צ.
        if (event.code === 'KeyM' && card) card.querySelector<HTMLElement>('[data-move-menu]')?.click()
        const contact = cards.find((each) => each.id === id)?.contact_id
        if (event.key === 'Enter' && contact) void navigate(`/crm/contacts/${contact}`)
      }}
    />
  )
}

const keyOf = ({ id }: BoardCard) => id
const nameOf = ({ name }: BoardCard) => name

/** Narrows the board to what is typed. It stands in the address, so that it can be sent and returned to. */
function BoardFilter() {
  const [params, setParams] = useSearchParams()
  return (
    <SearchField
      label="סינון הלוח"
      placeholder="סינון לפי שם, טלפון או מקור"
      value={params.get('q') ?? ''}
      onChange={(q) => setParams(q ? { q } : {}, { replace: true })}
    />
  )
}
