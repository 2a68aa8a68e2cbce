import { type Budget, itemsOf } from '#features/budget/budget.ts'
import { summarize, type Totals } from '#features/budget/month-summary.ts'
import type { Month } from '#features/budget/months.ts'
import { formatMoney } from '#lib/money.ts'
import { PortalCard } from '../portal-card.tsx'

/** The sums of the month: income, expenses, and the surplus or deficit. */
export function MonthSums({ month, budget }: { month: Month; budget: Pick<Budget, 'items'> }) {
  const { income, outgoing, left } = summarize(month, itemsOf(budget.items, 'line'), itemsOf(budget.items, 'entry'))
  return (
    <PortalCard id="money-month" title="החודש שלנו">
      <dl className="money-sums">
        <Sum name="נכנס" actual={income.actual} plan={formatMoney(income.planned)} />
        <Sum name="יצא" actual={outgoing.actual} plan={formatMoney(outgoing.planned)} />
        <Sum name={nameOf(left.actual)} actual={Math.abs(left.actual)} plan={planText(left)} />
      </dl>
    </PortalCard>
  )
}

const nameOf = (rest: number) => (rest < 0 ? 'חסר' : 'נשאר')

/** The planned remainder, labelled unless the label of the actual one also fits it. */
function planText({ planned, actual }: Totals) {
  const sum = formatMoney(Math.abs(planned))
  return nameOf(planned) === nameOf(actual) ? sum : `${nameOf(planned)} ${sum}`
}

const Sum = ({ name, actual, plan }: { name: string; actual: number; plan: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {formatMoney(actual)}
      <small>{`בתכנון ${plan}`}</small>
    </dd>
  </div>
)
