// Submissions of a form, newest first, with a detail view.
import { useSearchParams } from 'react-router'
import { useBackend } from '#client/session-context.tsx'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { refusals } from '#features/exports/exports.ts'
import { answerText } from '#platform/forms/answers/answer-text.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import { SheetMenu } from '#platform/exports/sheet-menu.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { pageOf } from '#platform/screens/page-of.ts'
import { count } from '#lib/hebrew/count.ts'
import { Badge } from '#ui/badge.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Table } from '#ui/lists/table.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { fetchAnswers, pageSize, type Submission, useFormVersions, useSubmissions } from '../../answers.data.ts'
import type { Form } from '../../forms.ts'
import { AnswerSheet } from './answer-sheet.tsx'

export function AnswersTab({ form }: { form: Form }) {
  const backend = useBackend()
  const [params, setParams] = useSearchParams()
  const { data, error, isPending, refetch } = useSubmissions(form.id, pageOf(params) - 1)
  const { data: versions } = useFormVersions(form.id)
  const opened = params.get('answer')
  const open = (id: string | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (id) next.set('answer', id)
        else next.delete('answer')
        return next
      },
      { replace: id === null },
    )
  if (isPending) return <Loading page />
  if (!data) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  return (
    <div className="form-answers">
      {data.total === 0 && (
        <EmptyState
          text={
            form.current_version === null
              ? 'הטופס עוד לא פורסם. אחרי הפרסום התשובות יופיעו כאן.'
              : 'אין עדיין תשובות. כל תשובה תופיע כאן, ואצל איש הקשר.'
          }
        />
      )}
      {data.total > 0 && (
        <>
          <div className="form-answers__head">
            <p>{count(data.total, { one: 'תשובה אחת', two: 'שתי תשובות', other: '# תשובות' })}</p>
            <SheetMenu
              name={form.title}
              fetchFile={(format) => fetchAnswers(backend, { format, formId: form.id })}
              refusals={refusals}
            />
          </div>
          <Table label="התשובות">
            <thead>
              <tr>
                <th scope="col">מי</th>
                <th scope="col">מתי</th>
                <th scope="col" className="table__wide">
                  מה ענו
                </th>
              </tr>
            </thead>
            <tbody>
              {data.submissions.map((one) => (
                <Row key={one.id} submission={one} definition={versions?.get(one.form_version)} onOpen={open} />
              ))}
            </tbody>
          </Table>
        </>
      )}
      {data.total > pageSize && (
        <Pager page={data.page + 1} size={pageSize} total={data.total} to={(to) => `?tab=answers&page=${to}`} />
      )}
      <AnswerSheet id={opened} versions={versions} onClose={() => open(null)} />
    </div>
  )
}

type RowProps = { submission: Submission; definition: FormDefinition | undefined; onOpen: (id: string) => void }

function Row({ submission, definition, onOpen }: RowProps) {
  const { id, contact, answers, completed_at: at } = submission
  const texts = definition
    ? answeredFields(definition).flatMap((field) => {
        const text = answerText(field, answers[field.key])
        return text && !field.saving && field.kind !== 'consent' ? [{ key: field.key, text }] : []
      })
    : []
  return (
    <tr>
      <td>
        <button type="button" className="form-answers__open" onClick={() => onOpen(id)}>
          {contact?.full_name ?? texts[0]?.text ?? 'תשובה בלי שם'}
        </button>
      </td>
      <td>
        {formatDate(at)} <small>{formatTime(at)}</small>
        {submission.changed_at && <Badge kind="info">השתנתה</Badge>}
      </td>
      <td className="table__wide form-answers__texts">
        {texts.slice(0, 4).map(({ key, text }) => (
          <bdi key={key}>{text}</bdi>
        ))}
      </td>
    </tr>
  )
}
