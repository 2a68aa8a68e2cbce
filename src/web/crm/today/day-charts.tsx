import './day-charts.css'
import { Link } from 'react-router'
import { useCharts } from '#features/today/today.data.ts'
import { formatDayInYear, monthAndYear } from '#lib/time/dates.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import { StageDot } from '#ui/pictures/stage-dot.tsx'

/** Charts with accessible tables. Renders nothing while loading: the list comes first. */
export default function DayCharts() {
  const { data } = useCharts()
  if (!data) return null
  const won = data.months.reduce((sum, { sum_agorot }) => sum + sum_agorot, 0)
  return (
    <>
      <section className="today-card" aria-labelledby="by-stage">
        <header className="today-card__head">
          <h2 id="by-stage">צינור לפי שלב</h2>
          <Link to="/crm/pipeline">לצינור</Link>
        </header>
        <StageBars stages={data.stages} />
      </section>
      <section className="today-card today-card--chart">
        <BarChart
          title="פניות חדשות בשבוע"
          columns={['שבוע שמתחיל ב־', 'פניות']}
          format={(value) => value.toLocaleString('he-IL')}
          bars={data.weeks.map(({ starts_on: day, requests }) => ({
            key: day,
            label: formatDayInYear(day),
            value: requests,
          }))}
        />
      </section>
      {won > 0 && (
        <section className="today-card today-card--chart">
          <BarChart
            title="סגירות בחודש"
            columns={['חודש', 'סכום']}
            format={formatMoney}
            bars={data.months.map(({ starts_on: day, won: opportunityCount, sum_agorot: value }) => ({
              key: day,
              label: monthAndYear(day),
              value,
              note: count(opportunityCount, {
                zero: 'אין סגירות',
                one: 'סגירה אחת',
                two: 'שתי סגירות',
                other: '# סגירות',
              }),
            }))}
          />
        </section>
      )}
    </>
  )
}

type Stage = { id: string; name: string; color: string; count: number; sum_agorot: number }

/** A bar chart built from a table. */
function StageBars({ stages }: { stages: readonly Stage[] }) {
  const max = Math.max(1, ...stages.map((stage) => stage.count))
  return (
    <table className="stage-bars">
      <thead className="vh">
        <tr>
          <th scope="col">שלב</th>
          <th scope="col">הזדמנויות פתוחות</th>
          <th scope="col">סכום</th>
        </tr>
      </thead>
      <tbody>
        {stages.map(({ id, name, color, count: cards, sum_agorot: sum }) => (
          <tr key={id}>
            <th scope="row">
              <StageDot color={color} />
              {name}
            </th>
            <td>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
                <rect className="stage-bars__track" width="100" height="10" />
                {/* Right to left, in the board's stage order. */}
                <rect
                  className={`stage-bars__${color}`}
                  x={100 - (100 * cards) / max}
                  width={(100 * cards) / max}
                  height="10"
                />
              </svg>
              <b>{cards}</b>
            </td>
            <td className="stage-bars__sum">{formatMoney(sum)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
