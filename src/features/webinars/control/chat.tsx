import { type FormEvent, useEffect, useRef } from 'react'
import { formatTime } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Block } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { failedStep } from '../screens/failed-step.ts'
import { type ControlLine, maxShown, type Registrant, useSayInWebinar } from './control.data.ts'
import { LineActions } from './line-actions.tsx'

type Props = { session: string; lines: readonly ControlLine[]; registrants: readonly Registrant[] }

/** The chat as shown in the room, with hidden lines, and the input of the team. */
export function Chat({ session, lines, registrants }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)
  const chatLines = lines.filter(({ kind }) => kind === 'chat' || kind === 'announcement').toReversed()
  useEffect(() => {
    if (isAtEnd.current && list.current) list.current.scrollTop = list.current.scrollHeight
  }, [chatLines.length])
  return (
    <Block title="צ׳אט">
      {lines.length >= maxShown && <p className="block__text">{`מוצגות ${maxShown} ההודעות האחרונות.`}</p>}
      <ol
        className="control-room__lines control-room__chat"
        ref={list}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        aria-label="הודעות בצ׳אט"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < 60
        }}
      >
        {chatLines.length === 0 && <li>עוד לא נכתבה הודעה.</li>}
        {chatLines.map((line) => (
          <li key={line.id} data-hidden={line.status === 'hidden' || undefined}>
            <div className="control-room__line">
              <p dir="auto">{line.body}</p>
              <LineActions line={line} registrants={registrants} />
            </div>
            <small>
              {line.author} · {formatTime(line.created_at)}
              {line.status === 'hidden' && ' · מוסתרת'}{' '}
              {line.kind === 'announcement' && <Badge kind="accent">הכרזה</Badge>}
            </small>
          </li>
        ))}
      </ol>
      <RoomMessageForm session={session} />
    </Block>
  )
}

function RoomMessageForm({ session }: { session: string }) {
  const sendMessage = useSayInWebinar()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    const body = (values.get('line') as string).trim()
    if (!body) return
    sendMessage.mutate(
      { session, body, kind: values.has('announcement') ? 'announcement' : 'chat' },
      { onSuccess: () => form.reset(), onError: failedStep },
    )
  }
  return (
    <form className="control-room__answer" onSubmit={submit}>
      <TextField name="line" label="הודעה לכולם" maxLength={1000} required autoComplete="off" />
      <div className="control-room__acts">
        <CheckField name="announcement" label="כהכרזה בולטת" />
        <Button look="primary" size="sm" type="submit" busy={sendMessage.isPending}>
          שליחה
        </Button>
      </div>
    </form>
  )
}
