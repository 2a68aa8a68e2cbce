import { Check } from 'lucide-react'
import { Link } from 'react-router'
import type { Meeting } from '#features/today/today.data.ts'
import { formatTime, relativeTime } from '#lib/time/dates.ts'
import { Icon } from '#ui/pictures/icon.tsx'

type Props = {
  meetings: readonly Meeting[] | undefined
  /** The calendar is available only to roles with access to contacts. */
  seesContacts: boolean
  now: Date
  onEdit: (taskId: string) => void
}

const SOON_MS = 2 * 3_600_000
const LASTS_MS = 3_600_000

/** Today's meetings; one in progress or within two hours is highlighted. */
export function MeetingsCard({ meetings, seesContacts, now, onEdit }: Props) {
  const next = meetings?.find(({ due_at, is_done: isDone }) => {
    const ahead = Date.parse(due_at) - now.getTime()
    return !isDone && ahead > -LASTS_MS && ahead < SOON_MS
  })
  return (
    <section className="today-card" aria-labelledby="meetings">
      <header className="today-card__head">
        <h2 id="meetings">היום ביומן</h2>
        {seesContacts && <Link to="/crm/calendar">ליומן</Link>}
      </header>
      {meetings?.length === 0 && <p className="today-card__empty">אין פגישות היום.</p>}
      {meetings && meetings.length > 0 && (
        <ol className="agenda">
          {meetings.map((meeting) => (
            <li key={meeting.id} className={meeting === next ? 'agenda__one agenda__one--now' : 'agenda__one'}>
              <time dateTime={meeting.due_at}>{formatTime(meeting.due_at)}</time>
              <div>
                {meeting.kind === 'task' ? (
                  <button type="button" onClick={() => onEdit(meeting.id)}>
                    {meeting.is_done && <Icon of={Check} />}
                    <bdi>{meeting.name}</bdi>
                  </button>
                ) : (
                  <Link to={`/crm/calendar?view=day&open=${meeting.id}`}>
                    {meeting.is_done && <Icon of={Check} />}
                    <bdi>{meeting.name}</bdi>
                  </Link>
                )}
                <p>
                  {meeting.contact && (
                    <Link to={`/crm/contacts/${meeting.contact.id}`}>
                      <bdi>{meeting.contact.full_name}</bdi>
                    </Link>
                  )}
                  {meeting === next && meeting.join_url && (
                    <a href={meeting.join_url} target="_blank" rel="noreferrer">
                      הצטרפות
                    </a>
                  )}
                  {meeting === next && <span className="agenda__soon">{relativeTime(meeting.due_at, now)}</span>}
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
