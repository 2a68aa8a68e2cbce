// The opportunities as a sortable table.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import type { BoardScope } from '#features/opportunities/board/board.data.ts'
import type { BoardCard } from '#features/opportunities/board/board.ts'
import { type Order, orders, useOpportunityList } from '#features/opportunities/list/opportunity-list.data.ts'
import { NextStep } from '#features/opportunities/next-step.tsx'
import { daysInStage, isRotting } from '#features/opportunities/opportunities.ts'
import { isFiltered } from '#features/opportunities/list/opportunity-filter.ts'
import type { WholePipeline } from '#platform/pipelines/pipelines.ts'
import { storeLastList } from '#platform/saved-views/last-list.ts'
import { formatDate } from '#lib/time/dates.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { StageDot } from '#ui/pictures/stage-dot.tsx'
import { Table } from '#ui/lists/table.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { withOpenOpportunity } from '../open-opportunity-param.ts'
import { type Selection, useSelection } from './use-selection.ts'

type Props = { pipeline: WholePipeline; place: BoardScope }

const heads: { sort?: Order['sort']; text: string; wide?: true }[] = [
  { sort: 'name', text: 'הזדמנות' },
  { text: 'שלב' },
  { sort: 'amount_agorot', text: 'סכום' },
  { sort: 'next_step_at', text: 'צעד הבא', wide: true },
  { sort: 'expected_close_on', text: 'סגירה צפויה', wide: true },
  { sort: 'stage_entered_at', text: 'בשלב הזה', wide: true },
  { text: 'באחריות', wide: true },
]

export function TableView({ pipeline, place }: Props) {
  const [params, setParams] = useSearchParams()
  const order = orderOf(params)
  const listed = useOpportunityList(place, order)
  const rows = useMemo(() => listed.data?.pages.flat() ?? [], [listed.data])
  const selection = useSelection(rows)
  const sortBy = (sort: Order['sort']) =>
    setParams((now) => {
      now.set('sort', order.sort === sort && !order.descending ? `-${sort}` : sort)
      return now
    })

  if (!listed.data && listed.error)
    return <FailedToLoad insteadOf={listed.data} error={listed.error} onRetry={() => void listed.refetch()} />
  if (!listed.data) return <Loading page />
  if (rows.length === 0)
    return (
      <EmptyState
        title={isFiltered(place.filter) ? 'אין הזדמנויות שמתאימות לסינון' : 'עוד אין הזדמנויות בצינור הזה'}
        text={
          isFiltered(place.filter)
            ? 'אפשר לבטל מסנן אחד ולראות יותר.'
            : 'הזדמנות היא משפחה שאולי תצא איתכם לדרך. הוסיפו אחת בכפתור ״חדש״ שלמעלה.'
        }
      />
    )
  return (
    <div className="deals">
      <Table label="הזדמנויות">
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label="בחירת כל השורות שמוצגות"
                checked={rows.every(({ id }) => selection.isOn(id))}
                onChange={(event) => (event.target.checked ? selection.all(rows) : selection.clear())}
              />
            </th>
            {heads.map(({ sort, text, wide }) => (
              <th
                key={text}
                scope="col"
                className={wide && 'table__wide'}
                aria-sort={sort === order.sort ? (order.descending ? 'descending' : 'ascending') : undefined}
              >
                {sort ? (
                  <button type="button" className="deals__sort" onClick={() => sortBy(sort)}>
                    {text}
                    {sort === order.sort && <Icon of={order.descending ? ArrowDown : ArrowUp} />}
                  </button>
                ) : (
                  text
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((card) => (
            <Line
              key={card.id}
              card={card}
              pipeline={pipeline}
              selection={selection}
              onOpen={() =>
                storeLastList(
                  'opportunities',
                  rows.map(({ id }) => id),
                )
              }
            />
          ))}
        </tbody>
      </Table>
      {listed.hasNextPage && (
        <div className="deals__more">
          <Button busy={listed.isFetchingNextPage} onClick={() => void listed.fetchNextPage()}>
            הצגת עוד
          </Button>
        </div>
      )}
      <BulkBar pipeline={pipeline} place={place} selection={selection} />
    </div>
  )
}

type LineProps = { card: BoardCard; pipeline: WholePipeline; selection: Selection; onOpen: () => void }

function Line({ card, pipeline, selection, onOpen }: LineProps) {
  const now = useNow()
  const owner = useStaffName()(card.owner_id)
  const [params] = useSearchParams()
  const stage = pipeline.stages.find(({ id }) => id === card.stage_id)
  const isForgotten = stage !== undefined && card.status === 'open' && isRotting(card, stage, now)
  return (
    <tr data-selected={selection.isOn(card.id) || undefined}>
      <td>
        <input
          type="checkbox"
          aria-label={`בחירה: ${card.name}`}
          checked={selection.isOn(card.id)}
          onChange={(event) =>
            event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey
              ? selection.upTo(card.id)
              : selection.toggle(card.id)
          }
        />
      </td>
      <th scope="row">
        <Link to={{ search: withOpenOpportunity(params.toString(), card.id) }} onClick={onOpen}>
          <bdi>{card.name}</bdi>
        </Link>
        {card.contact.full_name !== card.name && (
          <small>
            <bdi>{card.contact.full_name}</bdi>
          </small>
        )}
      </th>
      <td>
        {stage && (
          <>
            <StageDot color={stage.color} />
            {stage.name}
          </>
        )}
      </td>
      <td className="deals__number">{card.amount_agorot > 0 ? formatMoney(card.amount_agorot) : <Nothing />}</td>
      <td className="table__wide">{card.status === 'open' ? <NextStep card={card} now={now} /> : <Nothing />}</td>
      <td className="table__wide">{card.expected_close_on ? formatDate(card.expected_close_on) : <Nothing />}</td>
      <td className={isForgotten ? 'table__wide deals__long' : 'table__wide'}>
        {count(daysInStage(card, now), { zero: 'מהיום', one: 'יום אחד', two: 'יומיים', other: '# ימים' })}
        {isForgotten && <span className="vh"> – זמן רב לשלב הזה</span>}
      </td>
      <td className="table__wide">{owner ?? <Nothing />}</td>
    </tr>
  )
}

const Nothing = () => (
  <>
    <span aria-hidden="true">–</span>
    <span className="vh">אין</span>
  </>
)

/** Sort order from the URL; default is most recently entered stage first. */
function orderOf(params: URLSearchParams): Order {
  const sortParam = params.get('sort') ?? '-stage_entered_at'
  const sort = orders.find((one) => one === sortParam.replace('-', ''))
  return sort ? { sort, descending: sortParam.startsWith('-') } : { sort: 'stage_entered_at', descending: true }
}
