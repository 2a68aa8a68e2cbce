import { type Budget, itemsOf } from '#features/budget/budget.ts'
import { summarize } from '#features/budget/month-summary.ts'
import type { Month } from '#features/budget/months.ts'
import { formatMoney } from '#lib/money.ts'
import { PortalCard } from '../portal-card.tsx'

/** The sums of the month: income, expenses and what is left, or missing in a deficit. */
export function MonthSums({ month, budget }: { month: Month; budget: Pick<Budget, 'items'> }) {
  const { income, outgoing, left } = summarize(month, itemsOf(budget.items, 'line'), itemsOf(budget.items, 'entry'))
  return (
    <PortalCard id="money-month" title="החודש שלנו">
      <dl className="money-sums">
        <Sum name="נכנס" {...income} />
        <Sum name="יצא" {...outgoing} />
        <Sum name={left.actual < 0 ? 'חסר' : 'נשאר'} planned={left.planned} actual={Math.abs(left.actual)} />
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
