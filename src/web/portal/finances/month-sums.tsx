import { type Budget, itemsOf } from '#features/budget/budget.ts'
import { leftText } from '#features/budget/budget-form.ts'
import { summarize } from '#features/budget/month-summary.ts'
import type { Month } from '#features/budget/months.ts'
import { formatMoney } from '#lib/money.ts'
import { PortalCard } from '../portal-card.tsx'

/** The sums of the month: income, expenses and what is left. */
export function MonthSums({ month, budget }: { month: Month; budget: Budget }) {
  const { income, outgoing, left } = summarize(month, itemsOf(budget.items, 'line'), itemsOf(budget.items, 'entry'))
  return (
    <PortalCard id="money-month" title="החודש שלנו" aside={leftText(left.actual, formatMoney)}>
      <dl className="money-sums">
        <Sum name="נכנס" {...income} />
        <Sum name="יצא" {...outgoing} />
        <Sum name="נשאר" {...left} />
      </dl>
    </PortalCard>
  )
}

const Sum = ({ name, planned, actual }: { name: string; planned: number; actual: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {formatMoney(actual)}
      <small>{`בתכנון ${formatMoney(planned)}`}</small>
    </dd>
  </div>
)
