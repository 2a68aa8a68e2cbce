import { withoutInsertions } from '#platform/forms/answers/answer-text.ts'
import type { AnsweredField } from '#platform/forms/definition/field-schema.ts'
import { durationText, ShareBar } from '#platform/screens/figures.tsx'
import { Table } from '#ui/lists/table.tsx'
import type { QuestionTime } from './results.data.ts'

type Props = { fields: readonly AnsweredField[]; times: ReadonlyMap<string, QuestionTime> }

const title = 'זמן לכל שאלה'

/** Median time per measured question; renders nothing without any. */
export function QuestionTimesTable({ fields, times }: Props) {
  const measured = fields.flatMap((field) => {
    const time = times.get(field.key)
    return time ? [{ ...time, key: field.key, label: withoutInsertions(field.label) }] : []
  })
  if (measured.length === 0) return null
  const longest = Math.max(...measured.map(({ seconds }) => seconds))
  return (
    <section className="result-figures__part" aria-label={title}>
      <h2>{title}</h2>
      <p className="result-figures__note">
        רק ממילויים שנשלחו. הפסקה נספרת עד דקה, וזמן שבו הדף היה סגור או ברקע לא נספר.
      </p>
      <Table label={`טבלה: ${title}`}>
        <thead>
          <tr>
            <th scope="col">שאלה</th>
            <th scope="col">חציון</th>
            <th scope="col">נמדדו</th>
          </tr>
        </thead>
        <tbody>
          {measured.map(({ key, label, seconds, measured: many }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{label}</bdi>
              </th>
              <td>
                <ShareBar share={longest > 0 ? seconds / longest : 0} /> {questionTimeText(seconds)}
              </td>
              <td>{many}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function questionTimeText(seconds: number): string {
  if (seconds < 1) return 'פחות משנייה'
  if (seconds >= 90) return durationText(seconds)
  return `${Math.round(seconds)} שנ׳`
}
