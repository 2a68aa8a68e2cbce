// Statistics of a form: starts, completions, drop-off by step, and answers.
import { useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { count } from '#lib/hebrew/count.ts'
import { dayOf } from '#lib/time/dates.ts'
import { withoutInsertions } from '#platform/forms/answers/answer-text.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import type { AnsweredField } from '#platform/forms/definition/field-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { durationText, Figure, ShareBar } from '#platform/screens/figures.tsx'
import { PrintButton } from '#ui/print-button.tsx'
import { LinkTabs } from '#ui/lists/link-tabs.tsx'
import { Table } from '#ui/lists/table.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { useFormVersions } from '../answers.data.ts'
import type { Form } from '../forms.ts'
import { resultOf, stepResults } from './field-result.ts'
import { QuestionTimesTable } from './question-times-table.tsx'
import { type AnswerCounts, type Period, useAnswerCounts, useFormProgress, useQuestionTimes } from './results.data.ts'

const periods = { '7': 'שבוע', '30': '30 ימים', '90': '90 ימים', all: 'הכול' } as const
const number = new Intl.NumberFormat('he-IL')
const percent = new Intl.NumberFormat('he-IL', { style: 'percent' })
const dayMs = 86_400_000

export function ResultsTab({ form }: { form: Form }) {
  const { data: versions, error, refetch } = useFormVersions(form.id)
  const daysParam = useSearchParams()[0].get('days') ?? '30'
  const now = useNow()
  const days = Object.hasOwn(periods, daysParam) ? daysParam : '30'
  const from = days === 'all' ? dayOf(form.created_at) : dayOf(new Date(now.getTime() - (Number(days) - 1) * dayMs))
  const definition = versions?.get(form.current_version ?? 0)
  if (form.current_version === null) return <EmptyState text="הטופס עוד לא פורסם. אחרי הפרסום יופיעו כאן תוצאות." />
  if (error && !versions) return <FailedToLoad insteadOf={versions} error={error} onRetry={() => void refetch()} />
  if (!definition) return <Loading page />
  return (
    <div className="result-figures">
      <div className="result-figures__head">
        <LinkTabs
          label="תקופה"
          tabs={Object.entries(periods).map(([key, text]) => ({
            to: `?tab=results&days=${key}`,
            text,
            isOpen: key === days,
          }))}
          replace
        />
        <PrintButton label="הדפסת התוצאות" />
      </div>
      <Results form={form} definition={definition} period={{ from, to: dayOf(now) }} />
    </div>
  )
}

type Props = { form: Form; definition: FormDefinition; period: Period }

function Results({ form, definition, period }: Props) {
  const fields = answeredFields(definition).filter(({ kind }) => kind !== 'hidden')
  const { data: progress, error, refetch } = useFormProgress(form.id, period)
  const { data: counts } = useAnswerCounts(form.id, period, fields)
  const { data: times } = useQuestionTimes(form.id, period)
  if (error && !progress) return <FailedToLoad insteadOf={progress} error={error} onRetry={() => void refetch()} />
  if (!progress || !counts || !times) return <Loading />
  const { starts, submissions, median_seconds: median, stopped } = progress
  if (starts === 0) return <EmptyState text="בתקופה הזאת עוד לא מילאו את הטופס." />
  const steps =
    definition.mode === 'classic'
      ? definition.pages.map(({ key, title }, i) => ({ key, label: title ?? `עמוד ${i + 1}` }))
      : fields.map(({ key, label }) => ({ key, label }))
  return (
    <>
      <dl className="result-figures__list">
        <Figure label="התחילו" value={number.format(starts)} />
        <Figure label="שלחו" value={number.format(submissions)} />
        <Figure label="השלימו" value={percent.format(submissions / starts)} />
        <Figure label="זמן מילוי, חציון" value={median === null ? '—' : durationText(median)} />
      </dl>
      <section className="result-figures__part" aria-label="איפה עוצרים">
        <h2>איפה עוצרים</h2>
        <Table label="טבלה: איפה עוצרים">
          <thead>
            <tr>
              <th scope="col">שלב</th>
              <th scope="col">הגיעו</th>
              <th scope="col">עצרו כאן</th>
            </tr>
          </thead>
          <tbody>
            {stepResults(steps, submissions, stopped).map(({ key, label, reached, stopped: here }) => (
              <tr key={key}>
                <th scope="row">{withoutInsertions(label)}</th>
                <td>
                  <ShareBar share={reached / starts} /> {number.format(reached)}
                </td>
                <td>{here > 0 ? `${number.format(here)} (${percent.format(here / reached)})` : '—'}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
      <QuestionTimesTable fields={fields} times={times} />
      {fields.map((field) => (
        <FieldFigures key={field.key} field={field} counts={counts.get(field.key)} submissions={submissions} />
      ))}
    </>
  )
}

type FieldProps = { field: AnsweredField; counts: AnswerCounts | undefined; submissions: number }

function FieldFigures({ field, counts, submissions }: FieldProps) {
  const { label, kind, sensitive } = field
  const isSealed = sensitive === true || kind === 'id_number' || kind === 'bank_account'
  const answered = counts?.answered ?? 0
  const { lines, summary } = resultOf(field, counts?.amounts ?? {})
  const title = withoutInsertions(label)
  return (
    <section className="result-figures__part" aria-label={title}>
      <h2>
        <bdi>{title}</bdi>
      </h2>
      <p className="result-figures__note">
        {isSealed
          ? 'תשובות רגישות נשמרות מוצפנות, ואין להן סיכום.'
          : [
              `${count(answered, { one: 'תשובה אחת', two: 'שתי תשובות', other: '# תשובות' })} מתוך ${number.format(submissions)}`,
              summary,
              answered > 0 && lines.length === 0 && !summary && 'תשובות חופשיות, ברשימת התשובות',
            ]
              .filter(Boolean)
              .join(' · ')}
      </p>
      {!isSealed && answered > 0 && lines.length > 0 && (
        <Table label={`טבלה: ${title}`}>
          <thead className={kind === 'ranking' ? undefined : 'vh'}>
            <tr>
              <th scope="col">תשובה</th>
              <th scope="col">{kind === 'ranking' ? 'כמה דירגו ראשונה' : 'כמה'}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.key}>
                <th scope="row">{line.label}</th>
                <td>
                  <ShareBar share={line.many / answered} /> {number.format(line.many)} (
                  {percent.format(line.many / answered)})
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}
