import { ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { RoomLine } from './room-types.ts'
import { SayForm } from './say-form.tsx'
import type { OpenRoom } from './follow-room.ts'
import type { RoomHandle } from './use-room.ts'

type Props = { handle: RoomHandle; room: OpenRoom; isRecorded: boolean }

/** Questions by votes, with their answers. */
export function QuestionsPanel({ handle, room, isRecorded }: Props) {
  const [voted, setVoted] = useState<ReadonlySet<string>>(() => new Set(room.voted))
  const questions = room.lines
    .filter(({ kind }) => kind === 'question')
    .toSorted((one, other) => other.votes - one.votes)
  const answersTo = (id: string) => room.lines.filter((line) => line.kind === 'answer' && line.reply_to === id)
  const vote = (id: string) => {
    setVoted((before) => new Set([...before, id]))
    handle
      .call('vote-in-webinar', { messageId: id })
      .catch(() => setVoted((before) => new Set([...before].filter((one) => one !== id))))
  }
  return (
    <>
      <ol className="room__lines">
        {questions.length === 0 && <li>עוד אין שאלות. אפשר להיות ראשונים.</li>}
        {questions.map((question) => (
          <li key={question.id} className="room__line">
            <p dir="auto">{question.body}</p>
            <p className="room__question">
              <b>{question.author}</b>
              <Vote question={question} isDone={voted.has(question.id)} onVote={() => vote(question.id)} />
            </p>
            {answersTo(question.id).map((answer) => (
              <blockquote key={answer.id}>
                <b>{answer.author}</b> <span className="room__team">צוות</span> <span dir="auto">{answer.body}</span>
              </blockquote>
            ))}
          </li>
        ))}
      </ol>
      {isRecorded && <p className="room__note">הצוות עונה כאן ובמייל, בדרך כלל בתוך יום עבודה.</p>}
      <SayForm handle={handle} kind="question" label="כתיבת שאלה למנחים" />
    </>
  )
}

const Vote = ({ question, isDone, onVote }: { question: RoomLine; isDone: boolean; onVote: () => void }) => (
  <Button
    size="sm"
    look="ghost"
    aria-pressed={isDone}
    icon={<ThumbsUp size={16} aria-hidden="true" />}
    onClick={isDone ? undefined : onVote}
  >
    גם אני רוצה לשאול{question.votes > 0 && ` · ${question.votes}`}
  </Button>
)
