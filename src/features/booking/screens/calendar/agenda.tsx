// Appointments as a list by day: the agenda view, and the day view on a phone.
import { buttonClasses } from '#ui/button.tsx'
import { Badge } from '#ui/badge.tsx'
import { formatHebrewDayInYear, formatLongDate, formatTime } from '#lib/time/dates.ts'
import { holidayOn } from '#lib/time/holidays.ts'
import { statusText } from '../../booking-labels.ts'
import { colorOf, detailOf, namesOf, type AppointmentOfDay } from './appointment-texts.ts'

type Props = {
  days: readonly { day: string; appointments: AppointmentOfDay[] }[]
  now: Date
  onOpen: (id: string) => void
}

/** The join button appears 15 minutes before the start. */
const joinAheadMs = 15 * 60_000

export function Agenda({ days, now, onOpen }: Props) {
  return (
    <div className="cal-agenda">
      {days.map(({ day, appointments }) => (
        <section key={day} className="cal-agenda__day" aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>
            {formatLongDate(`${day}T12:00:00Z`)}
            <small>{formatHebrewDayInYear(`${day}T12:00:00Z`)}</small>
            {holidayOn(day) && <small>{holidayOn(day)!.name}</small>}
          </h2>
          {appointments.length === 0 ? (
            <p className="cal-agenda__none">אין פגישות</p>
          ) : (
            <ol>
              {appointments.map((one) => (
                <Line key={one.id} appointment={one} now={now} onOpen={onOpen} />
              ))}
            </ol>
          )}
        </section>
      ))}
    </div>
  )
}

function Line({
  appointment: one,
  now,
  onOpen,
}: {
  appointment: AppointmentOfDay
  now: Date
  onOpen: (id: string) => void
}) {
  const ahead = Date.parse(one.starts_at) - now.getTime()
  const isOver = Date.parse(one.ends_at) < now.getTime()
  const isNow = !isOver && ahead < joinAheadMs
  return (
    <li
      className={isOver ? 'cal-agenda__past' : isNow ? 'cal-agenda__current' : undefined}
      style={{ '--c': colorOf(one) } as object}
    >
      <time dateTime={one.starts_at}>{formatTime(one.starts_at)}</time>
      <button type="button" onClick={() => onOpen(one.id)}>
        <b>
          {one.title}: <bdi>{namesOf(one)}</bdi>
        </b>
        <small>{detailOf(one)}</small>
      </button>
      {one.status !== 'confirmed' && one.status !== 'completed' && (
        <Badge kind={one.status === 'no_show' ? 'danger' : 'warning'}>{statusText(one)}</Badge>
      )}
      {one.join_url && isNow && (
        <a
          href={one.join_url}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses({ look: 'primary', size: 'sm' })}
        >
          הצטרפות
        </a>
      )}
    </li>
  )
}
