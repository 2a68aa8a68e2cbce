import { type FormEvent, useState } from 'react'
import { count } from '#lib/hebrew/count.ts'
import { formatPosition } from '#platform/player/player-time.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { CheckField, TextAreaField } from '#ui/forms/field.tsx'
import { failedStep } from '../screens/failed-step.ts'
import { type ControlLine, type Registrant, useSayInWebinar } from './control.data.ts'
import { LineActions } from './line-actions.tsx'

type Props = { session: string; lines: readonly ControlLine[]; registrants: readonly Registrant[] }

/** The queue: unanswered questions by votes, then answered ones. */
export function Questions({ session, lines, registrants }: Props) {
  const [answered, setAnswered] = useState<string>()
  const questions = lines
    .filter(({ kind }) => kind === 'question')
    .toSorted(
      (one, other) => Number(one.answered_at !== null) - Number(other.answered_at !== null) || other.votes - one.votes,
    )
  return (
    <Block title="שאלות">
      {questions.length === 0 && <BlockText>שאלות מהחדר יופיעו כאן, לפי מספר ההצבעות.</BlockText>}
      <ol className="control-room__lines">
        {questions.map((line) => (
          <li key={line.id} data-hidden={line.status === 'hidden' || undefined}>
            <p dir="auto">{line.body}</p>
            <small>
              {line.author}
              {line.position_s > 0 && (
                <>
                  {' '}
                  · בדקה <bdi dir="ltr">{formatPosition(line.position_s)}</bdi>
                </>
              )}
              {line.votes > 0 && ` · ${count(line.votes, { one: 'הצבעה אחת', two: 'שתי הצבעות', other: '# הצבעות' })}`}
              {line.answered_at && ' · נענתה'}
              {line.status === 'hidden' && ' · מוסתרת'}
            </small>
            {lines
              .filter(({ reply_to: to }) => to === line.id)
              .toReversed()
              .map((answer) => (
                <blockquote key={answer.id}>
                  <b>{answer.author}</b>
                  {answer.visibility === 'private' && ' · תשובה פרטית'} <span dir="auto">{answer.body}</span>
                </blockquote>
              ))}
            {answered === line.id ? (
              <AnswerForm session={session} question={line} onClose={() => setAnswered(undefined)} />
            ) : (
              <div className="control-room__acts">
                <Button size="sm" onClick={() => setAnswered(line.id)} aria-label={`תשובה ל${line.author}`}>
                  תשובה
                </Button>
                <LineActions line={line} registrants={registrants} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Block>
  )
}

type AnswerProps = { session: string; question: ControlLine; onClose: () => void }

function AnswerForm({ session, question, onClose }: AnswerProps) {
  const sendMessage = useSayInWebinar()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const body = (values.get('answer') as string).trim()
    if (!body) return
    sendMessage.mutate(
      { session, body, kind: 'answer', replyTo: question.id, isPrivate: values.has('private') },
      { onSuccess: onClose, onError: failedStep },
    )
  }
  return (
    <form className="control-room__answer" onSubmit={submit}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the press on "answer" asks for this field */}
      <TextAreaField name="answer" label={`תשובה ל${question.author}`} rows={2} maxLength={1000} required autoFocus />
      <CheckField name="private" label="תשובה פרטית, רק לצד ששאל" />
      <div className="control-room__acts">
        <Button look="primary" size="sm" type="submit" busy={sendMessage.isPending}>
          שליחה
        </Button>
        <Button look="ghost" size="sm" onClick={onClose}>
          ביטול
        </Button>
      </div>
    </form>
  )
}
