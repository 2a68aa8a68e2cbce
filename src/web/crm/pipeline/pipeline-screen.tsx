// The pipeline as board, table and forecast. View and filters are URL state.
import '#features/opportunities/screens/pipeline/pipeline-screen.css'
import { ChartColumn, ChevronDown, Rows3, SquareKanban } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { useUserId } from '#client/session-context.tsx'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { type BoardScope, useLiveBoard, useTotals } from '#features/opportunities/board/board.data.ts'
import { noTotals, type Totals } from '#features/opportunities/board/board.ts'
import { filterOf } from '#features/opportunities/list/opportunity-filter.ts'
import { usePipelines } from '#platform/pipelines/pipelines.data.ts'
import type { WholePipeline } from '#platform/pipelines/pipelines.ts'
import { Viewers } from '#platform/presence/viewers.tsx'
import { ViewTabs } from '#platform/saved-views/view-tabs.tsx'
import { dayOf } from '#lib/time/dates.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuChoice } from '#ui/layers/menu.tsx'
import { Segment } from '#ui/lists/segment.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { BoardSkeleton } from '#features/opportunities/screens/pipeline/board-skeleton.tsx'
import { BoardView } from './board-view.tsx'
import { OpportunitySheet } from './opportunity-sheet.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ForecastView } from '#features/opportunities/screens/pipeline/forecast-view.tsx'
import { TableView } from '#features/opportunities/screens/pipeline/table-view.tsx'

const ways = [
  { value: 'board', text: 'לוח', icon: SquareKanban, View: BoardView },
  { value: 'table', text: 'רשימה', icon: Rows3, View: TableView },
  { value: 'forecast', text: 'תחזית', icon: ChartColumn, View: ForecastView },
] as const

/** The list mixes all statuses, so open ones come first. On the board the columns separate them. */
const openOnly = { name: 'פתוחות', search: 'status=open' }

const builtInViews = [
  { name: 'הכול', search: '' },
  { name: 'באחריותי', search: 'owner=me' },
  { name: 'בלי צעד הבא', search: 'step=none' },
  { name: 'ממתינות מדי', search: 'rotting=1' },
]

export function Component() {
  const [params] = useSearchParams()
  const pipelines = usePipelines()
  const all = pipelines.data
  const pipeline = all?.find(({ id }) => id === params.get('pipeline')) ?? all?.[0]
  useScreenTitle('צינור מכירות')
  return (
    <div className="pipeline">
      {!pipeline && pipelines.error && (
        <FailedToLoad insteadOf={pipeline} error={pipelines.error} onRetry={() => void pipelines.refetch()} />
      )}
      {!pipeline && !pipelines.error && <BoardSkeleton />}
      {pipeline && <PipelineView key={pipeline.id} pipeline={pipeline} pipelines={all!} />}
    </div>
  )
}

function PipelineView({ pipeline, pipelines }: { pipeline: WholePipeline; pipelines: readonly WholePipeline[] }) {
  const [params, setParams] = useSearchParams()
  const me = useUserId()
  const today = dayOf(useNow())
  const staffName = useStaffName()
  const search = params.toString()
  const place = useMemo<BoardScope>(
    () => ({ pipelineId: pipeline.id, filter: filterOf(new URLSearchParams(search), me, today) }),
    [pipeline.id, search, me, today],
  )
  useLiveBoard(place)
  const totals = useTotals(place)
  const way = ways.find(({ value }) => value === params.get('show')) ?? ways[0]
  const set = (name: string, value: string | null) =>
    setParams((now) => {
      if (value) now.set(name, value)
      else now.delete(name)
      return now
    })

  return (
    <>
      <div className="pipeline__head">
        <PipelineName pipeline={pipeline} pipelines={pipelines} onChoose={(id) => set('pipeline', id)} />
        {totals.data && <PipelineTotals pipeline={pipeline} totals={totals.data} />}
        <Viewers room={`pipeline:${pipeline.id}`} what="צינור" nameOf={staffName} />
        <Segment
          label="תצוגה"
          value={way.value}
          choices={ways}
          onChange={(value) => setParams((now) => showAs(now, value))}
        />
      </div>
      <div className="pipeline__narrow">
        <ViewTabs
          entity="opportunities"
          search={withoutOpenOpportunity(params)}
          builtInViews={builtInViewsFor(params)}
        />
        <FilterBar />
      </div>
      <way.View pipeline={pipeline} place={place} />
      <OpportunitySheet id={params.get('deal')} onClose={() => set('deal', null)} />
    </>
  )
}

/** The URL of another view mode. */
function showAs(now: URLSearchParams, way: (typeof ways)[number]['value']) {
  if (way === 'board') now.delete('show')
  else now.set('show', way)
  if (way === 'table' && !now.has('status')) now.set('status', 'open')
  if (way !== 'table' && now.get('status') === 'open') now.delete('status')
  return now
}

/** Built-in saved views, for the current pipeline and view mode. */
const builtInViewsFor = (now: URLSearchParams) =>
  [...(now.get('show') === 'table' ? [openOnly] : []), ...builtInViews].map(({ name, search }) => {
    const params = new URLSearchParams(search)
    for (const name of ['pipeline', 'show']) if (now.has(name)) params.set(name, now.get(name)!)
    return { name, search: params.toString() }
  })

/** The open opportunity is not part of a saved view. */
function withoutOpenOpportunity(params: URLSearchParams): string {
  const name = new URLSearchParams(params)
  name.delete('deal')
  return name.toString()
}

type NameProps = { pipeline: WholePipeline; pipelines: readonly WholePipeline[]; onChoose: (id: string | null) => void }

function PipelineName({ pipeline, pipelines, onChoose }: NameProps) {
  if (pipelines.length < 2)
    return (
      <h1>
        <bdi>{pipeline.name}</bdi>
      </h1>
    )
  return (
    <h1>
      <Menu
        trigger={
          <button type="button" className="pipeline__name">
            <bdi>{pipeline.name}</bdi>
            <Icon of={ChevronDown} />
          </button>
        }
      >
        <MenuChoice
          label="צינורות מכירה"
          value={pipeline.id}
          options={pipelines.map(({ id, name }) => ({ value: id, text: name }))}
          onChange={(id) => onChoose(pipelines.find((one) => one.id === id)?.is_default ? null : id)}
        />
      </Menu>
    </h1>
  )
}

/** Totals of open opportunities: count, value, weighted value. */
function PipelineTotals({ pipeline, totals }: { pipeline: WholePipeline; totals: ReadonlyMap<string, Totals> }) {
  const open = pipeline.stages.filter(({ kind }) => kind === 'open').map(({ id }) => totals.get(id) ?? noTotals)
  const sum = (of: keyof Totals) => open.reduce((all, one) => all + one[of], 0)
  return (
    <>
      <Badge>
        {count(sum('cards'), {
          zero: 'אין הזדמנויות פתוחות',
          one: 'הזדמנות פתוחה אחת',
          two: 'שתי הזדמנויות פתוחות',
          other: '# הזדמנויות פתוחות',
        })}
      </Badge>
      {sum('sum_agorot') > 0 && (
        <Badge>
          {formatMoney(sum('sum_agorot'))}
          <span className="pipeline__expected"> · צפי {formatMoney(wholeShekels(sum('weighted_agorot')))}</span>
        </Badge>
      )}
    </>
  )
}

/** Weighted values are rounded to shekels. */
const wholeShekels = (agorot: number) => Math.round(agorot / 100) * 100
