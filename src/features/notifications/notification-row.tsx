import { Check, CircleAlert, Clock, type LucideIcon, Sparkles, Trash2, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { isDerived } from './derived-notices.ts'
import { dayOf, relativeDay, relativeTime } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useDeleteNotification, useMarkRead } from './notifications.data.ts'
import { texts } from './notice-texts.ts'
import type { Notification } from './notifications.ts'

type Severity = Notification['severity']
const pictures: Record<Severity, LucideIcon> = {
  low: Sparkles,
  medium: Clock,
  high: CircleAlert,
  critical: TriangleAlert,
}
/** Severity in words, because colour alone is not accessible. */
const severityLabels: Partial<Record<Severity, string>> = { high: 'גבוהה', critical: 'קריטית' }

/** Time of the notification; for a due task its date, because its notification has no time. */
function timeText({ id, metadata, created_at: createdAt }: Notification, now: Date): string {
  const dueDate = metadata?.['due_date']
  return isDerived(id) && typeof dueDate === 'string' ? relativeDay(dueDate, dayOf(now)) : relativeTime(createdAt, now)
}

/** One notification: title, time, severity and actions. */
export function NotificationRow({
  notification,
  path,
  onLeave,
  now,
}: {
  notification: Notification
  path: string | undefined
  onLeave: () => void
  now: Date
}) {
  const markRead = useMarkRead({ onFail: () => toast.error(texts.markOneFailed) })
  const remove = useDeleteNotification({ onFail: () => toast.error(texts.deleteFailed) })
  const { id, title, message, severity, is_read: isRead, created_at: createdAt } = notification
  const read = () => markRead.mutate(id)

  function leave() {
    if (!isRead) read()
    onLeave()
  }

  return (
    <li className={isRead ? 'note' : 'note note--new'}>
      <span className={`note__ic note__ic--${severity}`}>
        <Icon of={pictures[severity]} />
      </span>
      <b className="note__title">
        {!isRead && <span className="vh">חדש: </span>}
        {path ? (
          <Link to={path} onClick={leave}>
            <bdi>{title}</bdi>
          </Link>
        ) : (
          <bdi>{title}</bdi>
        )}
      </b>
      <time dateTime={createdAt}>{timeText(notification, now)}</time>
      <p className="note__text">
        {severityLabels[severity] && `דחיפות ${severityLabels[severity]}. `}
        <bdi>{message}</bdi>
      </p>
      <div className="note__row">
        {!isRead && (
          <Button
            look="ghost"
            size="sm"
            iconOnly
            aria-label={`סימון כנקראה: ${title}`}
            title="סימון כנקראה"
            onClick={read}
          >
            <Icon of={Check} />
          </Button>
        )}
        <Button
          look="ghost"
          size="sm"
          iconOnly
          aria-label={`מחיקה: ${title}`}
          title="מחיקה"
          onClick={() => remove.mutate(id)}
        >
          <Icon of={Trash2} />
        </Button>
      </div>
    </li>
  )
}
