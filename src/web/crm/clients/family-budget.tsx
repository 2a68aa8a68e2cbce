// A month of a shared budget, read-only: planned against actual, the past year, debts, goals and net worth.
import { itemsOf, type SharedBudget } from '#features/budget/budget.ts'
import { differenceText } from '#features/budget/budget-form.ts'
import { lineKindLabels, lineKinds } from '#features/budget/categories.ts'
import { comparePayoffs } from '#features/budget/debts.ts'
import { netWorth } from '#features/budget/goals.ts'
import { summarize } from '#features/budget/month-summary.ts'
import { monthName, shortMonthName } from '#features/budget/months.ts'
import { formatMoney } from '#lib/money.ts'
import { BlockText, Fact, Facts } from '#ui/block.tsx'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import { Table } from '#ui/lists/table.tsx'

type BudgetData = NonNullable<SharedBudget['budget']>

export function FamilyBudget({ budget: { month, items, history, unreadable } }: { budget: BudgetData }) {
  const { rows, income, outgoing, left } = summarize(month, itemsOf(items, 'line'), itemsOf(items, 'entry'))
  const sum = ({ actual, planned }: { actual: number; planned: number }) =>
    `${formatMoney(actual)} מתוך ${formatMoney(planned)}`
  return (
    <>
      <Facts>
        <Fact name="נכנס">{sum(income)}</Fact>
        <Fact name="יצא">{sum(outgoing)}</Fact>
        <Fact name="נשאר">{sum(left)}</Fact>
      </Facts>
      {rows.length === 0 ? (
        <BlockText>אין נתונים בחודש הזה.</BlockText>
      ) : (
        <Table label={`התקציב של ${monthName(month)}`}>
          <thead>
            <tr>
              <th scope="col">קטגוריה</th>
              <th scope="col">תכנון</th>
              <th scope="col">ביצוע</th>
              <th scope="col">הפרש</th>
            </tr>
          </thead>
          {lineKinds.map((kind) => {
            const ofKind = rows.filter((row) => row.kind === kind)
            if (ofKind.length === 0) return null
            return (
              <tbody key={kind}>
                <tr>
                  <th scope="rowgroup" colSpan={4}>
                    {lineKindLabels[kind]}
                  </th>
                </tr>
                {ofKind.map(({ key, category, planned, actual }) => (
                  <tr key={key}>
                    <th scope="row">
                      <bdi>{category}</bdi>
                    </th>
                    <td>{formatMoney(planned)}</td>
                    <td>{formatMoney(actual)}</td>
                    <td>{differenceText(kind, planned, actual, formatMoney)}</td>
                  </tr>
                ))}
              </tbody>
            )
          })}
        </Table>
      )}
      <BarChart
        title="הוצאות בפועל לפי חודש"
        bars={history.map((one) => ({
          key: one.month,
          label: shortMonthName(one.month),
          value: Math.max(0, one.outgoing.actual),
          note: `הכנסות ${formatMoney(one.income.actual)}`,
        }))}
        columns={['חודש', 'יצא']}
        format={formatMoney}
      />
      <NetWorth items={items} month={month} />
      {unreadable > 0 && <BlockText>{`${unreadable} שורות לא ניתנות לקריאה, כי המפתח שלהן אבד.`}</BlockText>}
    </>
  )
}

function NetWorth({ items, month }: Pick<BudgetData, 'items' | 'month'>) {
  const debts = itemsOf(items, 'debt')
  const { net } = netWorth(
    itemsOf(items, 'asset').map(({ content }) => content),
    debts.map(({ content }) => content),
  )
  const plan = itemsOf(items, 'plan')[0]?.content ?? { method: 'avalanche', extra: 0 }
  const compared = comparePayoffs(
    debts.map(({ id, content }) => ({ id, ...content })),
    { extra: plan.extra, startsOn: month },
  )
  const { freeOn, months } = compared[plan.method]
  return (
    <Facts>
      <Fact name="שווי נקי">{formatMoney(net)}</Fact>
      {debts.length > 0 && (
        <Fact name="בלי חובות">
          {freeOn ? monthName(freeOn) : months === 0 ? 'כל החובות שולמו' : 'לא נגמר בתשלום הנוכחי'}
        </Fact>
      )}
      {itemsOf(items, 'goal').map(({ id, content }) => (
        <Fact key={id} name={content.name}>
          {`${formatMoney(content.saved)} מתוך ${formatMoney(content.target)}${content.by ? `, עד ${monthName(content.by)}` : ''}`}
        </Fact>
      ))}
    </Facts>
  )
}
