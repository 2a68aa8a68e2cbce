// The date order of a column, with the evidence from its cells.
import { mixesOrders } from '#features/imports/date-evidence.ts'
import type { DateEvidence } from '#features/imports/imports.ts'
import { customPrefix } from '#features/imports/columns.ts'
import type { CustomFieldDef } from '#platform/fields/fields.ts'
import { count } from '#lib/hebrew/count.ts'
import type { DateOrder } from '#lib/time/parse-day.ts'

export const isDateField = (field: string | null, fields: readonly Pick<CustomFieldDef, 'key' | 'type'>[]) =>
  field === 'birth_date' || fields.some(({ key, type }) => type === 'date' && field === customPrefix + key)

type Props = {
  name: string
  column: number
  evidence: DateEvidence | null | undefined
  order: DateOrder
  onChange: (order: DateOrder) => void
}

export function DateOrderChoice({ name, column, evidence, order, onChange }: Props) {
  const id = `date-order-${column}`
  return (
    <div className="column__dates">
      <label htmlFor={id}>
        <span className="vh">{`${name}: `}</span>סדר התאריך
      </label>
      <select
        className="select"
        id={id}
        name={id}
        value={order}
        onChange={({ target }) => onChange(target.value as DateOrder)}
        aria-describedby={`${id}-note`}
      >
        <option value="day_first">יום, ואחריו חודש (31.12)</option>
        <option value="month_first">חודש, ואחריו יום (12.31)</option>
      </select>
      <p id={`${id}-note`} className={mixesOrders(evidence) ? 'column__mixed' : undefined}>
        {noteOf(evidence)}
      </p>
    </div>
  )
}

function noteOf(evidence: DateEvidence | null | undefined): string {
  if (!evidence) return 'שנה בשתי ספרות נקראת כשנה האחרונה שכבר הייתה'
  const { day_first, month_first, either } = evidence
  const unclear = count(either, {
    zero: 'אין תאריכים שאפשר לקרוא בשתי דרכים.',
    one: 'תאריך אחד אפשר לקרוא בשתי דרכים, והוא ייקרא לפי הבחירה כאן.',
    two: 'שני תאריכים אפשר לקרוא בשתי דרכים, והם ייקראו לפי הבחירה כאן.',
    other: '# תאריכים אפשר לקרוא בשתי דרכים, והם ייקראו לפי הבחירה כאן.',
  })
  if (!mixesOrders(evidence)) return unclear
  return `שימו לב, בעמודה מעורבים שני סדרים: ${dates(day_first)} עם היום קודם ו${dates(month_first)} עם החודש קודם. ${unclear}`
}

const dates = (n: number) => count(n, { one: 'תאריך אחד', two: 'שני תאריכים', other: '# תאריכים' })
