// Unanswered launch comments in the staff inbox: the list, and the selected one with its actions.
import { useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { staffRefusals } from '#features/launches/launch-edit.ts'
import { useModerateComment, type WaitingComment } from '#features/launches/launches.data.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { AnswerDialog } from './answer-dialog.tsx'

type ListProps = { comments: readonly WaitingComment[]; chosen: WaitingComment | undefined }

export const WaitingComments = ({ comments, chosen }: ListProps) => (
  <ul aria-label="תגובות בהשקות">
    {comments.map((comment) => (
      <li key={comment.id}>
        <Link
          className="inbox__link"
          to={`?comment=${comment.id}`}
          {...(comment === chosen && { 'aria-current': 'true' as const })}
        >
          <span>
            <b>
              <bdi>{comment.shown_name}</bdi>
            </b>
          </span>
          <small dir="auto">{comment.body}</small>
          <small>
            תגובה בהשקה, {comment.status === 'pending' ? 'מחכה לאישור' : 'מחכה לתשובה'},{' '}
            {formatDate(comment.created_at)}
          </small>
        </Link>
      </li>
    ))}
  </ul>
)

/** An action removes the comment from the list, and can be undone. */
export function WaitingCommentView({ comment }: { comment: WaitingComment }) {
  const moderating = useModerateComment()
  const [isAnswered, setAnswered] = useState(false)
  const explain = (error: unknown) => refusalText(error, staffRefusals)
  const { id, status, shown_name: name, content } = comment
  const settle = (to: { status?: 'visible' | 'hidden'; settled_at?: string }, title: string) =>
    moderating.mutateAsync({ id, ...to }).then(
      () =>
        offerUndo({
          title: `${name}: ${title}`,
          undone: `${name}: התגובה שוב מחכה`,
          undo: () => moderating.mutateAsync({ id, status, settled_at: null }),
          explain,
        }),
      (error: unknown) => void toast.error(explain(error)),
    )
  return (
    <section className="inbox__thread" aria-label={`תגובה של ${name}`}>
      <div className="inbox__head">
        <Link className="inbox__back" to="/crm/inbox">
          לכל השיחות
        </Link>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        {comment.participant && <Link to={`/crm/contacts/${comment.participant.contact_id}`}>לאיש הקשר</Link>}
        <Link to={`/crm/launches/${content.launch.id}`}>להשקה</Link>
      </div>
      <p className="inbox__comment">{comment.body}</p>
      <small>
        <bdi>{content.launch.title}</bdi> · <bdi>{content.title}</bdi> · {formatDate(comment.created_at)}
      </small>
      <div className="inbox__acts">
        <Button look="primary" onClick={() => setAnswered(true)}>
          תשובה
        </Button>
        {status === 'pending' ? (
          <Button look="soft" onClick={() => void settle({ status: 'visible' }, 'התגובה מוצגת')}>
            אישור
          </Button>
        ) : (
          <Button
            look="soft"
            onClick={() => void settle({ settled_at: new Date().toISOString() }, 'סומן שאין צורך בתשובה')}
          >
            אין צורך בתשובה
          </Button>
        )}
        <Button look="ghost" onClick={() => void settle({ status: 'hidden' }, 'התגובה הוסתרה')}>
          הסתרה
        </Button>
      </div>
      <AnswerDialog comment={isAnswered ? comment : undefined} onClose={() => setAnswered(false)} />
    </section>
  )
}
