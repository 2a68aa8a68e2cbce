// Edit conflict with the partner: both values of each field that both changed, and the fields merged from the partner's version.
import { type FormValues, mergeValues } from '#features/budget/budget-form.ts'
import { lineKindLabels } from '#features/budget/categories.ts'
import { debtKindLabels, payoffMethodLabels } from '#features/budget/debts.ts'
import { assetKindLabels } from '#features/budget/goals.ts'

const fieldLabels: Readonly<Record<string, string>> = {
  kind: 'סוג',
  category: 'קטגוריה',
  planned: 'תכנון',
  actual: 'בפועל',
  months: 'פעם בכמה חודשים',
  note: 'הערה',
  name: 'שם',
  balance: 'כמה נשאר לשלם',
  rate: 'ריבית שנתית',
  minPayment: 'תשלום קבוע בחודש',
  target: 'סכום היעד',
  saved: 'כמה כבר יש',
  by: 'עד מתי',
  value: 'שווי',
  method: 'סדר ההחזר',
  extra: 'תוספת בחודש',
  private: 'מי רואה',
}

const choices: Readonly<Record<string, string>> = {
  ...lineKindLabels,
  ...debtKindLabels,
  ...assetKindLabels,
  ...payoffMethodLabels,
}

const valueText = (name: string, value: string) =>
  name === 'private' ? (value ? 'פרטי' : 'משותף') : choices[value] || value || 'ריק'

export type Conflict = { base: FormValues; theirs: FormValues; mine: FormValues }

export function ItemConflict(conflict: Conflict) {
  const { both, taken } = mergeValues(conflict.base, conflict.theirs, conflict.mine)
  return (
    <div className="money-conflict" role="alert">
      <p>השורה נשמרה בינתיים, מכאן או אצל בן או בת הזוג. מה שכתבתם עדיין כאן, ושום דבר לא נמחק.</p>
      {both.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">שדה</th>
              <th scope="col">מה שכתבתם</th>
              <th scope="col">מה שנשמר</th>
            </tr>
          </thead>
          <tbody>
            {both.map((name) => (
              <tr key={name}>
                <th scope="row">{fieldLabels[name] ?? name}</th>
                <td>
                  <bdi>{valueText(name, conflict.mine[name] ?? '')}</bdi>
                </td>
                <td>
                  <bdi>{valueText(name, conflict.theirs[name] ?? '')}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {taken.length > 0 && <p>{`נלקח ממה שנשמר: ${taken.map((name) => fieldLabels[name] ?? name).join(', ')}.`}</p>}
      <p>שמירה שומרת את מה שמופיע כאן למטה. חזרה משאירה את מה שכבר נשמר.</p>
    </div>
  )
}
