import './schedule.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { dayOf, formatLongDate, formatTime, monthAndYear } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { addMonths, weeksOf } from '#ui/dates/calendar-month.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { noteNameOf, restNameOf } from './schedule-notes.ts'

export type CalendarSession = { id: string; starts_at: string; title: string; isOwn: boolean; isCancelled: boolean }

type Props = {
  today: string
  chosen: string | undefined
  sessions: readonly CalendarSession[]
  onChoose: (day: string) => void
}

const weekdays = ['ראשון', 'שני', 'שלישי', 'רביעי', 'חמישי', 'שישי', 'שבת']

/** A calendar month with the dates of all webinars. Shabbat and holidays are shaded and named. */
export function SessionCalendar({ today, chosen, sessions, onChoose }: Props) {
  const [month, setMonth] = useState(chosen ?? today)
  const headingId = useId()
  return (
    <div className="schedule">
      <div className="schedule__head">
        <Button
          look="ghost"
          iconOnly
          aria-label="החודש הקודם"
          icon={<Icon of={ChevronRight} />}
          onClick={() => setMonth(addMonths(month, -1))}
        />
        <h3 id={headingId} aria-live="polite">
          {monthAndYear(month)}
        </h3>
        <Button
          look="ghost"
          iconOnly
          aria-label="החודש הבא"
          icon={<Icon of={ChevronLeft} />}
          onClick={() => setMonth(addMonths(month, 1))}
        />
      </div>
      <table aria-labelledby={headingId}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <Day
                  key={day}
                  day={day}
                  isOutside={day.slice(0, 7) !== month.slice(0, 7)}
                  isPast={day < today}
                  isToday={day === today}
                  isChosen={day === chosen}
                  sessions={sessions.filter(({ starts_at: at }) => dayOf(at) === day)}
                  onChoose={onChoose}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type DayProps = Pick<Props, 'sessions' | 'onChoose'> & {
  day: string
  isOutside: boolean
  isPast: boolean
  isToday: boolean
  isChosen: boolean
}

function Day({ day, isOutside, isPast, isToday, isChosen, sessions, onChoose }: DayProps) {
  const rest = restNameOf(day)
  const note = rest ?? noteNameOf(day)
  const [, weekday, number, month] = /^(\D*)(\d+)(.*)$/.exec(formatLongDate(day))!
  const classes = ['schedule__day', rest && 'is-rest', isOutside && 'is-outside'].filter(Boolean).join(' ')
  return (
    <td className={classes} {...(isToday && { 'aria-current': 'date' as const })}>
      <button type="button" disabled={isPast} aria-pressed={isChosen} onClick={() => onChoose(day)}>
        <span className="vh">{weekday}</span>
        <b>{number}</b>
        <span className="vh">{`${month}, `}</span>
        {note && <small>{note}</small>}
        {sessions.map(({ id, starts_at: at, title, isOwn, isCancelled }) => (
          <span
            key={id}
            className="schedule__session"
            data-own={isOwn || undefined}
            data-off={isCancelled || undefined}
          >
            {isOwn ? formatTime(at) : `${formatTime(at)} ${title}`}
          </span>
        ))}
      </button>
    </td>
  )
}
