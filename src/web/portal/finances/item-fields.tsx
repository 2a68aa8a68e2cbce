import { useNow } from '#client/now.ts'
import type { FormKind, FormValues } from '#features/budget/budget-form.ts'
import { type LineKind, lineKindLabels, lineKinds, offeredCategories } from '#features/budget/categories.ts'
import { debtKindLabels, payoffMethodLabels } from '#features/budget/debts.ts'
import { assetKindLabels } from '#features/budget/goals.ts'
import { addMonths, monthName, monthOf } from '#features/budget/months.ts'
import { dayOf } from '#lib/time/dates.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'

type Part = { values: FormValues }

export function ItemFields({ kind, values }: Part & { kind: FormKind }) {
  if (kind === 'line') return <LineFields values={values} />
  if (kind === 'plan')
    return (
      <>
        <Choice name="method" label="סדר ההחזר" labels={payoffMethodLabels} values={values} />
        <Money name="extra" label="תוספת בחודש מעבר לתשלומים הקבועים" values={values} />
      </>
    )
  return (
    <>
      <TextField name="name" label="שם" required maxLength={80} defaultValue={values['name']} />
      {kind === 'debt' && (
        <>
          <Choice name="kind" label="סוג" labels={debtKindLabels} values={values} />
          <Money name="balance" label="כמה נשאר לשלם" values={values} />
          <TextField
            name="rate"
            label="ריבית שנתית באחוזים"
            inputMode="decimal"
            dir="ltr"
            defaultValue={values['rate'] ?? '0'}
          />
          <Money name="minPayment" label="תשלום קבוע בחודש" values={values} />
        </>
      )}
      {kind === 'goal' && (
        <>
          <Money name="target" label="הסכום שרוצים להגיע אליו" values={values} />
          <Money name="saved" label="כמה כבר יש" values={values} />
          <MonthChoice value={values['by'] ?? ''} />
        </>
      )}
      {kind === 'asset' && (
        <>
          <Choice name="kind" label="סוג" labels={assetKindLabels} values={values} />
          <Money name="value" label="שווי" values={values} />
        </>
      )}
    </>
  )
}

function LineFields({ values }: Part) {
  const kind = lineKinds.find((one) => one === values['kind']) ?? 'variable'
  return (
    <>
      <Choice name="kind" label="סוג" labels={lineKindLabels} values={values} />
      <TextField
        name="category"
        label="קטגוריה"
        required
        maxLength={60}
        list="money-categories"
        defaultValue={values['category']}
      />
      <datalist id="money-categories">
        {optionsFor(kind).map((category) => (
          <option key={category} value={category}>
            {category}
          </option>
        ))}
      </datalist>
      <Money name="planned" label="בתכנון" values={values} />
      <TextField
        name="months"
        label="לפרוס על כמה חודשים"
        hint="להוצאה שנתית כותבים 12 ואת הסכום לכל השנה. ריק: הסכום הוא לחודש."
        inputMode="numeric"
        dir="ltr"
        defaultValue={values['months']}
      />
      <Money name="actual" label="בפועל, מעבר לתנועות שנרשמו" values={values} />
      <TextField name="note" label="הערה" optional="(לא חובה)" maxLength={300} defaultValue={values['note']} />
    </>
  )
}

const optionsFor = (first: LineKind) => [...new Set([first, ...lineKinds].flatMap((kind) => offeredCategories[kind]))]

/** The next five years, and a month that was chosen before. */
function MonthChoice({ value }: { value: string }) {
  const now = monthOf(dayOf(useNow()))
  const months = Array.from({ length: 60 }, (_, i) => addMonths(now, i))
  return (
    <SelectField name="by" label="עד חודש" optional="(לא חובה)" defaultValue={value}>
      <option value="">בלי תאריך</option>
      {[...new Set([...(value ? [value] : []), ...months])].map((month) => (
        <option key={month} value={month}>
          {monthName(month)}
        </option>
      ))}
    </SelectField>
  )
}

const Money = ({ name, label, values }: Part & { name: string; label: string }) => (
  <TextField
    name={name}
    label={`${label} (₪)`}
    inputMode="decimal"
    autoComplete="off"
    dir="ltr"
    defaultValue={values[name] ?? ''}
  />
)

const Choice = ({
  name,
  label,
  labels,
  values,
}: Part & { name: string; label: string; labels: Readonly<Record<string, string>> }) => (
  <SelectField name={name} label={label} defaultValue={values[name]}>
    {Object.entries(labels).map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </SelectField>
)
