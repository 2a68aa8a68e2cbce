// Forecast by month: open opportunities weighted by probability.
import { Link, useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import type { BoardScope } from '#features/opportunities/board/board.data.ts'
import { type ExpectedMonth, useForecast } from '#features/opportunities/list/opportunity-list.data.ts'
import type { WholePipeline } from '#platform/pipelines/pipelines.ts'
import { dayOf, monthAndYear } from '#lib/time/dates.ts'
import { monthAfter } from '#features/opportunities/list/opportunity-filter.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Table } from '#ui/lists/table.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'

export function ForecastView({ place }: { pipeline: WholePipeline; place: BoardScope }) {
  const { data, error, refetch } = useForecast(place)
  const thisMonth = dayOf(useNow()).slice(0, 7)
  if (!data && error) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading page />
  if (data.length === 0)
    return (
      <EmptyState
        title="אין הזדמנויות פתוחות לתחזית"
        text="כשיהיו הזדמנויות עם סכום ומועד סגירה צפוי, נראה כאן כמה צפוי להיכנס בכל חודש."
      />
    )
  const months = data.filter(({ month }) => month !== null && month.slice(0, 7) >= thisMonth)
  const late = data.filter(({ month }) => month !== null && month.slice(0, 7) < thisMonth)
  const undated = data.filter(({ month }) => month === null)
  return (
    <div className="forecast">
      {months.length > 0 && (
        <BarChart
          title="צפי לפי חודש, משוקלל בהסתברות"
          bars={fillMonths(months, thisMonth).map(({ month, cards, sum_agorot, weighted_agorot }) => ({
            key: month!,
            label: monthAndYear(month!),
            value: wholeShekels(weighted_agorot),
            note: `${opportunityCountText(cards)}, ${formatMoney(sum_agorot)}`,
          }))}
          columns={['חודש', 'צפי']}
          format={formatMoney}
        />
      )}
      <Table label="צפי לפי חודש">
        <thead>
          <tr>
            <th scope="col">סגירה צפויה</th>
            <th scope="col">הזדמנויות</th>
            <th scope="col">סכום מלא</th>
            <th scope="col">צפי</th>
          </tr>
        </thead>
        <tbody>
          {late.length > 0 && <Line name="המועד כבר עבר" closes="overdue" of={sumOf(late)} isLate />}
          {months.map((month) => (
            <Line key={month.month} name={monthAndYear(month.month!)} closes={month.month!.slice(0, 7)} of={month} />
          ))}
          {undated.length > 0 && <Line name="בלי מועד" closes="none" of={sumOf(undated)} />}
        </tbody>
        <tfoot>
          <Line name="סך הכול" of={sumOf(data)} />
        </tfoot>
      </Table>
      <p className="forecast__how">
        הצפי הוא הסכום כפול ההסתברות: של ההזדמנות עצמה אם נקבעה לה, ואחרת של השלב שלה. נספרות הזדמנויות פתוחות בלבד.
      </p>
    </div>
  )
}

type ForecastTotals = Omit<ExpectedMonth, 'month'>

function Line({ name, closes, of, isLate }: { name: string; closes?: string; of: ForecastTotals; isLate?: true }) {
  const [params] = useSearchParams()
  return (
    <tr className={isLate && 'forecast__late'}>
      <th scope="row">{closes ? <Link to={{ search: listOf(params, closes) }}>{name}</Link> : name}</th>
      <td className="deals__number">{of.cards.toLocaleString('he-IL')}</td>
      <td className="deals__number">{formatMoney(of.sum_agorot)}</td>
      <td className="deals__number">
        <b>{formatMoney(wholeShekels(of.weighted_agorot))}</b>
      </td>
    </tr>
  )
}

/** Link to the table filtered by a line of the forecast. */
function listOf(params: URLSearchParams, closes: string): string {
  const next = new URLSearchParams(params)
  next.set('show', 'table')
  next.set('closes', closes)
  next.set('status', 'open')
  return `?${next.toString()}`
}

/** At least the next six months. Months without opportunities are shown as empty. */
function fillMonths(months: readonly ExpectedMonth[], thisMonth: string): ExpectedMonth[] {
  const known = new Map(months.map((one) => [one.month?.slice(0, 7), one]))
  const last = months.at(-1)?.month?.slice(0, 7) ?? thisMonth
  const all: ExpectedMonth[] = []
  for (let month = thisMonth; all.length < 6 || (month <= last && all.length < 24); month = monthAfter(month))
    all.push(known.get(month) ?? { month: `${month}-01`, cards: 0, sum_agorot: 0, weighted_agorot: 0 })
  return all
}

const sumOf = (months: readonly ForecastTotals[]): ForecastTotals => ({
  cards: months.reduce((sum, { cards }) => sum + cards, 0),
  sum_agorot: months.reduce((sum, { sum_agorot }) => sum + sum_agorot, 0),
  weighted_agorot: months.reduce((sum, { weighted_agorot }) => sum + weighted_agorot, 0),
})

const opportunityCountText = (cards: number) =>
  count(cards, { zero: 'אין הזדמנויות', one: 'הזדמנות אחת', two: 'שתי הזדמנויות', other: '# הזדמנויות' })
const wholeShekels = (agorot: number) => Math.round(agorot / 100) * 100
