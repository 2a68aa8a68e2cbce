import './margin.css'
import { formatMoney } from '#lib/money.ts'
import { parseMoney } from '#lib/parse-money.ts'
import { Section, SectionHead } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'

type Month = { when: string; income: number; expenses: number }
type Content = BlockProps<'margin'>['content']

/** Two months on one scale. The amounts are text; the bars are decorative. */
export function MarginView({ id, content: { title, lead, before, after, note, ground } }: BlockProps<'margin'>) {
  const [first, second] = [inAgorot(before), inAgorot(after)]
  const max = Math.max(1, first.income, first.expenses, second.income, second.expenses)
  return (
    <Section id={id} ground={ground}>
      <SectionHead id={id} title={title} lead={lead} />
      <div className="margin">
        <MonthView month={first} most={max} />
        <MonthView month={second} most={max} />
      </div>
      {note && <p className="fine-print">{note}</p>}
    </Section>
  )
}

const inAgorot = ({ when, income, expenses }: Content['before']): Month => ({
  when,
  income: parseMoney(income) ?? 0,
  expenses: parseMoney(expenses) ?? 0,
})

function MonthView({ month: { when, income, expenses }, most }: { month: Month; most: number }) {
  const margin = income - expenses
  return (
    <div className={margin < 0 ? 'margin__month margin__month--minus' : 'margin__month'}>
      <h3>{when}</h3>
      <dl>
        <div>
          <dt>הכנסות</dt>
          <dd>{formatMoney(income)}</dd>
          <Bar from={0} to={income / most} look="income" />
        </div>
        <div>
          <dt>הוצאות</dt>
          <dd>{formatMoney(expenses)}</dd>
          <Bar from={0} to={expenses / most} look="expenses" between={[income / most, expenses / most]} />
        </div>
        <div className="margin__left">
          <dt>{margin < 0 ? 'מינוס' : 'מרווח'}</dt>
          <dd>{formatMoney(Math.abs(margin))}</dd>
        </div>
      </dl>
    </div>
  )
}

/** Fractions of the width, from the right. `between` marks the difference to another bar. */
function Bar({ from, to, look, between }: { from: number; to: number; look: string; between?: [number, number] }) {
  return (
    <svg className="margin__bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className="margin__track" width="100" height="10" />
      <Share of={[from, to]} look={look} />
      {between && <Share of={between} look="difference" />}
    </svg>
  )
}

function Share({ of, look }: { of: [number, number]; look: string }) {
  const [start, end] = [100 * Math.min(...of), 100 * Math.max(...of)]
  return <rect className={`margin__${look}`} x={100 - end} width={end - start} height="10" />
}
