// Debts: both payoff orders, side by side with dates and interest.
import { useState } from 'react'
import type { ItemOf } from '#features/budget/budget.ts'
import { comparePayoffs, payoffMethodLabels, payoffMethods } from '#features/budget/debts.ts'
import { type Month, monthName } from '#features/budget/months.ts'
import { formatMoney } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { Table } from '#ui/lists/table.tsx'
import { PortalCard } from '../portal-card.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { ItemRow } from './item-row.tsx'

type Props = { month: Month; startsOn: Month; debts: ItemOf<'debt'>[]; plan: ItemOf<'plan'> | undefined }

export function DebtsCard({ month, startsOn, debts, plan }: Props) {
  const [edited, setEdited] = useState<{ kind: 'debt' | 'plan'; item: ItemOf<'debt'> | ItemOf<'plan'> | undefined }>()
  const extra = plan?.content.extra ?? 0
  const selected = plan?.content.method ?? 'avalanche'
  const compared = comparePayoffs(
    debts.map(({ id, content }) => ({ id, ...content })),
    { extra, startsOn },
  )
  const owed = debts.reduce((sum, { content }) => sum + content.balance, 0)
  return (
    <PortalCard id="money-debts" title="חובות" aside={formatMoney(owed)}>
      {debts.length === 0 && <p>אין כאן חובות. אם יש, אפשר לרשום אותם ולראות מתי הם נגמרים.</p>}
      <ul className="money-list">
        {debts.map((debt) => (
          <ItemRow
            key={debt.id}
            item={debt}
            name={debt.content.name}
            sum={formatMoney(debt.content.balance)}
            more={`ריבית ${debt.content.yearlyRate / 100}%, ${formatMoney(debt.content.minPayment)} בחודש`}
            onPress={() => setEdited({ kind: 'debt', item: debt })}
          />
        ))}
      </ul>
      {debts.length > 0 && owed === 0 && <p>כל החובות שולמו. כל הכבוד!</p>}
      {owed > 0 && (
        <>
          <p>{savedText(compared.savedByAvalanche)}</p>
          <Table label="השוואה בין שתי הדרכים">
            <thead>
              <tr>
                <th scope="col">הדרך</th>
                <th scope="col">בלי חובות ב</th>
                <th scope="col">ריבית בסך הכול</th>
              </tr>
            </thead>
            <tbody>
              {payoffMethods.map((method) => {
                const { freeOn, interest } = compared[method]
                return (
                  <tr key={method}>
                    <th scope="row">{`${payoffMethodLabels[method]}${method === selected ? ' (נבחרה)' : ''}`}</th>
                    <td>{freeOn ? monthName(freeOn) : 'לא נגמר בתשלום הזה'}</td>
                    <td>{freeOn ? formatMoney(interest) : '–'}</td>
                  </tr>
                )
              })}
            </tbody>
          </Table>
          <ol className="money-ends" aria-label={`סדר הסיום, ${payoffMethodLabels[selected]}`}>
            {compared[selected].ends.map(({ id, name, on }) => (
              <li key={id}>{`${name}: ${monthName(on)}`}</li>
            ))}
          </ol>
        </>
      )}
      <div className="money-actions">
        <Button onClick={() => setEdited({ kind: 'debt', item: undefined })}>הוספת חוב</Button>
        {debts.length > 0 && (
          <Button
            onClick={() => setEdited({ kind: 'plan', item: plan })}
          >{`תוספת בחודש: ${formatMoney(extra)}. שינוי התוספת או הסדר`}</Button>
        )}
      </div>
      {edited && <ItemDialog {...edited} month={month} onClose={() => setEdited(undefined)} />}
    </PortalCard>
  )
}

function savedText(saved: number | null) {
  if (saved === null)
    return 'בתשלום הנוכחי לפחות אחד החובות לא נגמר. תוספת בחודש יכולה לשנות את זה, ואפשר לחשוב עליה יחד איתנו.'
  if (saved === 0) return 'שתי הדרכים עולות אותו דבר. אפשר לבחור במה שנוח.'
  return saved > 0
    ? `התחלה מהריבית הגבוהה חוסכת ${formatMoney(saved)} ריבית.`
    : `התחלה מהחוב הקטן חוסכת ${formatMoney(-saved)} ריבית.`
}
