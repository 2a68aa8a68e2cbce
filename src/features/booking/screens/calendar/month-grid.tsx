// A month in weeks from Sunday, with the first appointments of each day.
import { dayOf, formatHebrewDayInYear, formatLongDate, formatTime } from '#lib/time/dates.ts'
import { holidayOn, isRestDay } from '#lib/time/holidays.ts'
import { colorOf, namesOf, type AppointmentOfDay } from './appointment-texts.ts'

type Props = {
  /** Any day of the month. */
  day: string
  days: readonly { day: string; appointments: AppointmentOfDay[] }[]
  now: Date
  onOpen: (id: string) => void
  onDay: (day: string) => void
}

const weekdays = ['ראשון', 'שני', 'שלישי', 'רביעי', 'חמישי', 'שישי', 'שבת']
const max = 3

export function MonthGrid({ day: shown, days, now, onOpen, onDay }: Props) {
  const today = dayOf(now)
  return (
    <div className="month">
      {weekdays.map((name) => (
        <span key={name} className="month__weekday" aria-hidden="true">
          {name}
        </span>
      ))}
      {days.map(({ day, appointments }) => (
        <section
          key={day}
          className={[
            'month__day',
            day.slice(0, 7) !== shown.slice(0, 7) && 'month__day--off',
            isRestDay(day) && 'month__day--rest',
            day === today && 'month__day--today',
          ]
            .filter(Boolean)
            .join(' ')}
          aria-label={formatLongDate(`${day}T12:00:00Z`)}
        >
          <div className="month__date">
            <button
              type="button"
              className="month__number"
              aria-label={`ליום ${formatLongDate(`${day}T12:00:00Z`)}`}
              onClick={() => onDay(day)}
            >
              {Number(day.slice(8))}
            </button>
            <span className="month__hebrew">{formatHebrewDayInYear(`${day}T12:00:00Z`)}</span>
          </div>
          {holidayOn(day) && <span className="month__holiday">{holidayOn(day)!.name}</span>}
          {appointments.slice(0, max).map((one) => (
            <button
              key={one.id}
              type="button"
              className="month__event"
              style={{ '--c': colorOf(one) } as object}
              aria-label={`${formatTime(one.starts_at)} ${namesOf(one)}, ${one.title}`}
              onClick={() => onOpen(one.id)}
            >
              {formatTime(one.starts_at)} {namesOf(one)}
            </button>
          ))}
          {appointments.length > max && (
            <button type="button" className="month__more" onClick={() => onDay(day)}>
              ועוד {appointments.length - max}
            </button>
          )}
        </section>
      ))}
    </div>
  )
}
