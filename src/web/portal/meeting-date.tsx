import { calendarLeaf, dayOf, formatDayNear, formatTime, relativeDay } from '#lib/time/dates.ts'

type Props = { title: string; startsAt: string; host?: string | null; now: Date }

/** An upcoming meeting as a calendar leaf: day, type, relative day and host. */
export function MeetingDate({ title, startsAt, host, now }: Props) {
  const leaf = calendarLeaf(startsAt)
  return (
    <div className="portal-now">
      <div className="portal-leaf" aria-hidden="true">
        <span>{leaf.month}</span>
        <b>{leaf.day}</b>
      </div>
      <div>
        <b className="portal-now__name">
          <bdi>{title}</bdi>
        </b>
        <p>
          <span className="vh">{formatDayNear(startsAt, now)}, </span>
          {relativeDay(dayOf(startsAt), dayOf(now))}, {formatTime(startsAt)}
          {host && `, עם ${host}`}
        </p>
      </div>
    </div>
  )
}
