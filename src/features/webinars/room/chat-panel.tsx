import { useEffect, useRef, useState } from 'react'
import { formatTime } from '#lib/time/dates.ts'
import type { RoomLine } from './room-types.ts'
import { SayForm } from './say-form.tsx'
import type { OpenRoom } from './follow-room.ts'
import type { RoomHandle } from './use-room.ts'

type Props = { handle: RoomHandle; room: OpenRoom }

/** The chat. New lines scroll into view while the list is scrolled to its end, and are read aloud if enabled. */
export function ChatPanel({ handle, room }: Props) {
  const [isAloud, setAloud] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)
  const lines = room.lines.filter(({ kind }) => kind !== 'question')

  useEffect(() => {
    if (isAtEnd.current && list.current) list.current.scrollTop = list.current.scrollHeight
  }, [lines.length])

  return (
    <>
      <ol
        className="room__lines"
        ref={list}
        aria-live={isAloud ? 'polite' : 'off'}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < 60
        }}
      >
        {lines.length === 0 && <li>אפשר לכתוב שלום, ולספר מאיפה אתם.</li>}
        {lines.map((line) => (
          <Line key={line.id} line={line} question={room.lines.find(({ id }) => id === line.reply_to)} />
        ))}
      </ol>
      <label className="room__aloud">
        <input type="checkbox" checked={isAloud} onChange={({ target }) => setAloud(target.checked)} /> הקראת הודעות
        חדשות
      </label>
      <SayForm handle={handle} kind="chat" label="כתיבת הודעה" />
    </>
  )
}

function Line({ line, question }: { line: RoomLine; question: RoomLine | undefined }) {
  return (
    <li className={`room__line room__line--${line.kind}`}>
      <p>
        <b>{line.author}</b> {line.is_team && <span className="room__team">צוות</span>}{' '}
        {line.visibility === 'private' && <span className="room__team">רק אליכם</span>}{' '}
        <time dateTime={line.created_at}>{formatTime(line.created_at)}</time>
      </p>
      {question && <blockquote>{question.body}</blockquote>}
      <p dir="auto">{line.body}</p>
    </li>
  )
}
