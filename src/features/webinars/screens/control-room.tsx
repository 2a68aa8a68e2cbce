// The control room of a session: true counts, questions by votes with answers, moderation, announcements, and the registrants.
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { useControlRoom, useHideMessage, useSayInWebinar } from '../webinars.data.ts'
import { failedStep } from './failed-step.ts'
import { registrationLabels } from './session-words.ts'

export function ControlRoom({ session }: { session: string }) {
  const { data } = useControlRoom(session)
  const say = useSayInWebinar()
  const hide = useHideMessage()
  const [replyTo, setReplyTo] = useState<string>()
  if (!data) return <Loading />
  const question = data.lines.find(({ id }) => id === replyTo)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const body = new FormData(form).get('body')
    if (typeof body !== 'string' || !body.trim()) return
    say.mutate(
      { session, body: body.trim(), reply_to: replyTo ?? null },
      {
        onSuccess() {
          form.reset()
          setReplyTo(undefined)
        },
        onError: failedStep,
      },
    )
  }
  return (
    <section aria-labelledby="control-title">
      <h2 id="control-title">חדר בקרה</h2>
      <p>{`צופים עכשיו: ${data.viewers}`}</p>
      <form className="form-grid" onSubmit={submit}>
        <TextField
          name="body"
          label={question ? `תשובה ל${question.author}: ${question.body}` : 'הודעה לכולם'}
          maxLength={1000}
          required
          autoComplete="off"
        />
        <Button look="primary" type="submit" busy={say.isPending}>
          שליחה
        </Button>
      </form>
      <ol className="rows">
        {data.lines
          .toSorted((one, other) => other.votes - one.votes)
          .map(({ id, author, body, votes, kind, answered_at: answeredAt, status }) => (
            <li className={status === 'hidden' ? 'row row--off' : 'row'} key={id}>
              <div className="row__words">
                <b dir="auto">{body}</b>
                <small>
                  <span>{author}</span>
                  {kind === 'question' && <span>{answeredAt ? 'נענתה' : `הצבעות: ${votes}`}</span>}
                </small>
              </div>
              <div className="row__acts">
                {kind === 'question' && <Button onClick={() => setReplyTo(id)}>תשובה</Button>}
                <Button
                  look="ghost"
                  onClick={() => hide.mutate({ message: id, hidden: status !== 'hidden' }, { onError: failedStep })}
                >
                  {status === 'hidden' ? 'הצגה' : 'הסתרה'}
                </Button>
              </div>
            </li>
          ))}
      </ol>
      <Table label="נרשמים">
        <thead>
          <tr>
            <th>שם</th>
            <th>מצב</th>
            <th>דקות צפייה</th>
          </tr>
        </thead>
        <tbody>
          {data.registrants.map(({ id, contact_id: contact, name, state, watched_seconds: seconds }) => (
            <tr key={id}>
              <td>
                <Link to={`/crm/contacts/${contact}`}>{name}</Link>
              </td>
              <td>{registrationLabels[state]}</td>
              <td>{Math.round(seconds / 60)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
