// One submission: all questions with answers, files, and the linked contact and opportunity.
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { dayOf, formatDate, formatLongDate, formatTime } from '#lib/time/dates.ts'
import { answerText, computedText, withoutInsertions } from '#platform/forms/answers/answer-text.ts'
import type { Answers, FileAnswer } from '#platform/forms/answers/answer.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { placedFields } from '#platform/forms/definition/placed-fields.ts'
import { evaluateForm } from '#platform/forms/logic/evaluate-form.ts'
import { AnswerReads } from '#platform/sealing/reads/answer-reads.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/layers/sheet.tsx'
import { PrintButton } from '#ui/print-button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { type FormerAnswers, formerOf } from './former-answers.ts'
import { linkToAnswerFile, type Submission, useAnswers, useFileScans, useSubmission } from '../../answers.data.ts'
import { refusals } from '../../form-texts.ts'

type Versions = ReadonlyMap<number, FormDefinition> | undefined
type Props = { /** Null while the sheet is closed. */ id: string | null; versions: Versions; onClose: () => void }

/** Stays mounted, so that the click that opens it does not count as a click outside. */
export function AnswerSheet({ id, versions, onClose }: Props) {
  return (
    <Sheet
      open={id !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="תשובה"
      action={<PrintButton label="הדפסת התשובה" />}
    >
      {id !== null && <Answer id={id} versions={versions} />}
    </Sheet>
  )
}

function Answer({ id, versions }: { id: string; versions: Versions }) {
  const { data: submission, isPending } = useSubmission(id)
  const { data: read, error, dataUpdatedAt } = useAnswers(id)
  const definition = submission ? versions?.get(submission.form_version) : undefined
  if (error || submission === null) return <p className="err">{refusalText(error, refusals)}</p>
  if (isPending || !submission || !read || !definition) return <Loading />
  return (
    <div className="answer">
      <SubmissionFacts submission={submission} definition={definition} />
      <AnswerList
        id={id}
        definition={definition}
        answers={read.answers}
        hidden={read.hidden}
        former={read.former}
        day={dayOf(submission.changed_at ?? submission.completed_at)}
      />
      <AnswerReads entity="form_submissions" id={id} readAt={dataUpdatedAt} />
    </div>
  )
}

function SubmissionFacts({ submission, definition }: { submission: Submission; definition: FormDefinition }) {
  const {
    completed_at: at,
    contact_id: contactId,
    opportunity_id: opportunityId,
    score,
    ending_key: ending,
  } = submission
  const reached = definition.endings.length > 1 && definition.endings.find(({ key }) => key === ending)?.title
  return (
    <div className="answer__about">
      {submission.contact && (
        <h2 className="answer__who">
          <bdi>{submission.contact.full_name}</bdi>
        </h2>
      )}
      <p>
        {formatLongDate(at)}, {formatTime(at)}
      </p>
      {submission.changed_at && (
        <p>
          <Badge kind="info">השתנתה</Badge> {formatLongDate(submission.changed_at)}, {formatTime(submission.changed_at)}
        </p>
      )}
      {reached && <p>סיום: {withoutInsertions(reached)}</p>}
      {score !== null && <p>ניקוד: {Number(score).toLocaleString('he-IL')}</p>}
      <p className="answer__links">
        {contactId && <Link to={`/crm/contacts/${contactId}`}>לאיש הקשר</Link>}
        {opportunityId && <Link to={`/crm/opportunities/${opportunityId}`}>להזדמנות</Link>}
      </p>
    </div>
  )
}

type ListProps = {
  /** Id of the submission. */
  id: string
  definition: FormDefinition
  answers: Answers
  hidden: readonly string[]
  former: readonly FormerAnswers[]
  day: string
}

/** Skipped questions are omitted, unless an earlier answer was replaced. */
function AnswerList({ id, definition, answers, hidden, former, day }: ListProps) {
  const { fields, computed } = evaluateForm(definition, answers, day)
  return (
    <dl className="answer__list">
      {placedFields(definition).map(({ field }) => {
        const before = field.kind === 'statement' || field.kind === 'calculated' ? [] : formerOf(field, answers, former)
        if (field.kind === 'statement' || (!fields.has(field.key) && before.length === 0)) return null
        if (field.kind === 'calculated')
          return (
            <Line key={field.key} label={field.label}>
              {computedText(definition, field.computed, computed[field.computed]) || '—'}
            </Line>
          )
        if (hidden.includes(field.key))
          return (
            <Line key={field.key} label={field.label}>
              <small>תשובה רגישה, גלויה לבעלים, לניהול ולליווי</small>
            </Line>
          )
        const answer = answers[field.key]
        return (
          <Line key={field.key} label={field.label}>
            {field.kind === 'file' && answer !== undefined ? (
              <AnswerFile submission={id} file={answer as FileAnswer} />
            ) : (
              <bdi>{answerText(field, answer) || '—'}</bdi>
            )}
            {before.map(({ text, replacedAt }) => (
              <small key={replacedAt} className="answer__former">
                קודם: <bdi>{text || '—'}</bdi>, עד {formatDate(replacedAt)} בשעה {formatTime(replacedAt)}
              </small>
            ))}
          </Line>
        )
      })}
    </dl>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{withoutInsertions(label)}</dt>
    <dd>{children}</dd>
  </div>
)

/** A file that waits for the virus scanner, or that was deleted as infected, is shown as text without a link. */
function AnswerFile({ submission, file }: { submission: string; file: FileAnswer }) {
  const { data: scans } = useFileScans(submission)
  const scan = scans?.get(file.id)
  if (!scans) return <bdi>{file.name}</bdi>
  if (scan?.scan_state === 'waiting')
    return (
      <>
        <bdi>{file.name}</bdi> <small>ממתין לבדיקת וירוסים, ואי אפשר להוריד אותו עדיין</small>
      </>
    )
  if (scan?.scan_state === 'infected')
    return (
      <>
        <bdi>{file.name}</bdi>{' '}
        <small>
          נמצא בו וירוס (<bdi dir="ltr">{scan.threat}</bdi>), והקובץ הוסר. אפשר לבקש קובץ אחר
        </small>
      </>
    )
  return <FileLink file={file} />
}

function FileLink({ file }: { file: FileAnswer }) {
  const backend = useBackend()
  const [isBusy, setBusy] = useState(false)
  async function fetchIt() {
    setBusy(true)
    try {
      window.location.assign(await linkToAnswerFile(backend, file))
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
    setBusy(false)
  }
  return (
    <Button size="sm" busy={isBusy} icon={<Icon of={Download} />} onClick={() => void fetchIt()}>
      <bdi>{file.name}</bdi>
    </Button>
  )
}
