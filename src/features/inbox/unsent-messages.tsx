import { refusalText } from '#client/refusal.ts'
import { Button } from '#ui/button.tsx'
import { refusals } from './message-rules.ts'
import { useRemoveUnsent, useUnsent } from './unsent.data.ts'

/** The messages of a thread in the offline store of this device. */
export function UnsentMessages({ threadId }: { threadId: string }) {
  const { data: unsent = [] } = useUnsent()
  const remove = useRemoveUnsent()
  const own = unsent.filter((message) => message.threadId === threadId)
  if (own.length === 0) return null
  return (
    <ul className="thread__unsent" aria-label="הודעות שעוד לא נשלחו">
      {own.map(({ id, body, refusal }) => (
        <li key={id} className="thread__message thread__message--mine thread__message--unsent">
          <small>
            {refusal
              ? `לא נשלחה: ${refusalText({ code: 'PT', message: refusal }, refusals)}`
              : 'מחכה לרשת. תישלח מעצמה כשהחיבור יחזור'}
          </small>
          <p dir="auto">{body}</p>
          <Button size="sm" onClick={() => void remove(id)}>
            מחיקה
          </Button>
        </li>
      ))}
    </ul>
  )
}
