import { refusalText } from '#client/refusal.ts'
import { Button } from '#ui/button.tsx'
import { useRowFocus } from '#ui/rows/row-focus.ts'
import { offerUndo } from '#ui/undo/undo.ts'
import { refusals, type UnsentMessage } from './message-rules.ts'
import { useRemoveUnsent, useStoreUnsent, useUnsent } from './unsent.data.ts'

/** The messages of a thread in the offline store of this device. */
export function UnsentMessages({ threadId }: { threadId: string }) {
  const { data: unsent = [] } = useUnsent()
  const own = unsent.filter((message) => message.threadId === threadId)
  if (own.length === 0) return null
  return (
    <ul className="thread__unsent" aria-label="הודעות שעוד לא נשלחו">
      {own.map((message) => (
        <Unsent key={message.id} message={message} />
      ))}
    </ul>
  )
}

function Unsent({ message }: { message: UnsentMessage }) {
  const { id, body, refusal } = message
  const remove = useRemoveUnsent()
  const store = useStoreUnsent()
  const rowFocusProps = useRowFocus<HTMLLIElement>({
    rows: '.thread__unsent > li',
    within: '.thread',
    fallback: 'textarea',
  })
  async function onDelete() {
    await remove(id)
    offerUndo({
      title: 'ההודעה נמחקה',
      undone: 'ההודעה הוחזרה',
      undo: async () => {
        if (!(await store(message))) throw new TypeError('The browser does not store it')
      },
    })
  }
  return (
    <li className="thread__message thread__message--mine thread__message--unsent" {...rowFocusProps}>
      <small>
        {refusal
          ? `לא נשלחה: ${refusalText({ code: 'PT', message: refusal }, refusals)}`
          : 'מחכה לרשת. תישלח מעצמה כשהחיבור יחזור'}
      </small>
      <p dir="auto">{body}</p>
      <Button size="sm" onClick={() => void onDelete()}>
        מחיקה
      </Button>
    </li>
  )
}
