import { Link } from 'react-router'
import { useBudget } from '#features/budget/budget.data.ts'
import { monthSnapshot, type MonthSnapshot } from '#features/budget/month-snapshot.ts'
import { axisMonthName, monthName, monthOf, shortMonthName } from '#features/budget/months.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import { dayOf } from '#lib/time/dates.ts'
import { GapChart } from '#ui/charts/gap-chart.tsx'
import { PortalCard } from '../portal-card.tsx'
import { portalPath } from '../portal-tabs.ts'

/** Surplus or deficit of the last complete month, with the months before it as a chart. */
export function MonthCard({ now }: { now: Date }) {
  const current = monthOf(dayOf(now))
  const { data: budget } = useBudget(current)
  const snapshot = budget && monthSnapshot(budget.history, current)
  if (!snapshot) return null
  return (
    <PortalCard id="home-month" title="המרווח שלכם" aside={<Link to={`${portalPath}/finances`}>לכסף שלנו</Link>}>
      <p className="portal-left">
        <b className="portal-sum">{formatMoney(Math.abs(snapshot.left))}</b> <span>{remainingText(snapshot)}</span>
      </p>
      {snapshot.months.length > 1 && (
        <GapChart
          title="הכנסות והוצאות לפי חודש"
          names={{ first: 'הכנסות', second: 'הוצאות', point: 'חודש' }}
          points={snapshot.months.map(({ month, income, outgoing }) => ({
            key: month,
            label: shortMonthName(month),
            tick: axisMonthName(month),
            first: income,
            second: outgoing,
          }))}
          format={formatMoney}
        />
      )}
    </PortalCard>
  )
}

function remainingText({ month, left, isFinished, streak }: MonthSnapshot) {
  const when = `ב${monthName(month)}`
  if (!isFinished) return left < 0 ? `חסרים עד עכשיו ${when}.` : `נשארו עד עכשיו ${when}.`
  if (left < 0) return `חסרו ${when}.`
  const inARow = count(streak, { one: '', two: ' חודשיים ברצף מעל האפס.', other: ' # חודשים ברצף מעל האפס.' })
  return `נשארו ${when}.${streak > 1 ? inARow : ''}`
}
