import { formatDayInYear, formatLongDate, formatTime } from '#lib/time/dates.ts'

/** The date as a ticket, in the empty half of a wide opening. Decorative: the same date is in the text beside it. */
export function DateTicket({ at }: { at: string }) {
  const [weekday] = formatLongDate(at).split(',')
  const [day, month] = formatDayInYear(at).split(' ')
  return (
    <div className="date-ticket" aria-hidden="true">
      <span>{weekday}</span>
      <span className="date-ticket__day">{day}</span>
      <span>{month}</span>
      <span className="date-ticket__hour">{formatTime(at)}</span>
    </div>
  )
}
