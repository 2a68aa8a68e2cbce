import './notification-bell.css'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { Count } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Popover } from '#ui/layers/popover.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { NotificationRow } from './notification-row.tsx'
import { useMarkAllRead, useNotifications } from './notifications.data.ts'
import { count } from '#lib/hebrew/count.ts'
import { countUnread, countUnreadHighSeverity, texts } from './notice-texts.ts'
import type { Notification } from './notifications.ts'

/** The bell with the number of unread notifications and its dropdown. `pathOf` maps a notification to its link. */
export function NotificationBell({ pathOf }: { pathOf: (notification: Notification) => string | undefined }) {
  const [open, setOpen] = useState(false)
  const notifications = useNotifications()
  const unread = countUnread(notifications.list)
  const urgent = countUnreadHighSeverity(notifications.list)
  return (
    <Popover
      label="התראות"
      open={open}
      onOpenChange={(opened) => {
        if (opened) notifications.refresh()
        setOpen(opened)
      }}
      trigger={
        <Button look="ghost" iconOnly className="bell" aria-label={bellLabel(unread, urgent)}>
          <Icon of={Bell} />
          {unread > 0 && <Count hot={urgent > 0}>{unread}</Count>}
        </Button>
      }
    >
      <section className="notes">
        <Head unread={unread} />
        <List notifications={notifications} pathOf={pathOf} onLeave={() => setOpen(false)} />
      </section>
    </Popover>
  )
}

/** States the severity in words, too. The label contains the displayed number for speech input (WCAG 2.5.3, label in name). */
function bellLabel(unread: number, urgent: number) {
  if (unread === 0) return 'התראות'
  const urgently = urgent > 0 && count(urgent, { one: 'אחת דחופה', two: 'שתיים דחופות', other: '# דחופות' })
  return ['התראות', count(unread, { one: '1 חדשה', two: '2 חדשות', other: '# חדשות' }), urgently]
    .filter(Boolean)
    .join(', ')
}

function Head({ unread }: { unread: number }) {
  const markAll = useMarkAllRead({
    onDone: () => toast.success(texts.markedAll),
    onFail: () => toast.error(texts.markAllFailed),
  })
  return (
    <div className="notes__head">
      <h2>התראות</h2>
      {unread > 0 && <Count hot>{unread}</Count>}
      {unread > 0 && (
        <Button look="ghost" size="sm" className="notes__all" busy={markAll.isPending} onClick={() => markAll.mutate()}>
          סימון הכול כנקרא
        </Button>
      )}
    </div>
  )
}

type ListProps = {
  notifications: ReturnType<typeof useNotifications>
  pathOf: (notification: Notification) => string | undefined
  onLeave: () => void
}

function List({ notifications, pathOf, onLeave }: ListProps) {
  // The list is remounted each time it opens.
  const [now] = useState(() => new Date())
  if (notifications.isPending)
    return (
      <div className="notes__say">
        <Loading />
      </div>
    )
  if (notifications.isError)
    return (
      <div className="notes__say" role="alert">
        <p>לא הצלחנו לטעון את ההתראות</p>
        <Button size="sm" onClick={() => void notifications.refetch()}>
          ניסיון נוסף
        </Button>
      </div>
    )
  if (notifications.list.length === 0)
    return <EmptyState picture={false} text="אין התראות. כשיקרה משהו שכדאי לדעת, הוא יופיע כאן." />
  return (
    <ul className="notes__list">
      {notifications.list.map((notification) => (
        <NotificationRow
          key={notification.id}
          notification={notification}
          path={pathOf(notification)}
          onLeave={onLeave}
          now={now}
        />
      ))}
    </ul>
  )
}
