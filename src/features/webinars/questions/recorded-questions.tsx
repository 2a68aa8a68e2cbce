import { type FormEvent, useState } from 'react'
import { formatDate } from '#lib/time/dates.ts'
import { formatPosition } from '#platform/player/player-time.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { failedStep } from '../screens/failed-step.ts'
import { useAnswerQuestion, useWaitingQuestions, type WaitingQuestion } from './recorded-questions.data.ts'

/** Unanswered questions of the recording; answers are mailed. Renders nothing if there are none. */
export function RecordedQuestions({ webinar }: { webinar: string }) {
  const { data: questions = [] } = useWaitingQuestions(webinar)
  const [open, setOpen] = useState<string>()
  if (questions.length === 0) return null
  return (
    <Block title="שאלות מההקלטה">
      <BlockText>התשובה נשלחת בדוא״ל, ומופיעה לצד ששאל בעמוד הצפייה.</BlockText>
      <ol className="control-room__lines">
        {questions.map((question) => (
          <li key={question.id}>
            <p dir="auto">{question.body}</p>
            <small>
              {question.author} · בדקה <bdi dir="ltr">{formatPosition(question.position_s)}</bdi> ·{' '}
              {formatDate(question.created_at)}
            </small>
            {open === question.id ? (
              <AnswerForm question={question} onClose={() => setOpen(undefined)} />
            ) : (
              <div className="control-room__acts">
                <Button size="sm" aria-label={`תשובה ל${question.author}`} onClick={() => setOpen(question.id)}>
                  תשובה
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
    </Block>
  )
}

function AnswerForm({ question: { id, author }, onClose }: { question: WaitingQuestion; onClose: () => void }) {
  const answer = useAnswerQuestion()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const body = (new FormData(event.currentTarget).get('answer') as string).trim()
    if (!body) return
    // Uses the promise, because the answered question, including this form, is unmounted before the response.
    answer.mutateAsync({ question: id, body }).then(() => toast.success(`התשובה נשלחה אל ${author}`), failedStep)
  }
  return (
    <form className="control-room__answer" onSubmit={submit}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the press on "answer" asks for this field */}
      <TextAreaField name="answer" label={`תשובה ל${author}`} rows={3} maxLength={1000} required autoFocus />
      <div className="control-room__acts">
        <Button look="primary" size="sm" type="submit" busy={answer.isPending}>
          שליחה
        </Button>
        <Button look="ghost" size="sm" onClick={onClose}>
          ביטול
        </Button>
      </div>
    </form>
  )
}
