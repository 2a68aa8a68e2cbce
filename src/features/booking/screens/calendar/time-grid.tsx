// Hours from top to bottom, one column per day or host.
import { useRef } from 'react'
import { dayOf, formatTime } from '#lib/time/dates.ts'
import { minutesIn } from '#lib/time/zoned-time.ts'
import { colorOf, namesOf, type AppointmentOfDay, accessibleLabel } from './appointment-texts.ts'
import { hoursOf, placeInLanes } from './column-layout.ts'
import type { GridColumn } from './grid-column.ts'
import { useEventDrag } from './use-event-drag.ts'

type Props = {
  label: string
  columns: GridColumn[]
  now: Date
  onOpen: (id: string) => void
  /** Called when an appointment is dragged to a column and a minute of its day. */
  onMove: (appointment: AppointmentOfDay, column: GridColumn, minutes: number) => void
}

export function TimeGrid({ label, columns, now, onOpen, onMove }: Props) {
  const { first, last } = hoursOf(columns.flatMap(({ appointments }) => appointments))
  const hours = Array.from({ length: last - first }, (_, i) => first + i)
  const grid = useRef<HTMLElement>(null)
  const drag = useEventDrag({ grid, firstMinute: first * 60, lastMinute: last * 60, columns, onMove, onOpen })
  const today = dayOf(now)
  const at = (minutes: number) => (minutes - first * 60) / 60
  return (
    <section
      ref={grid}
      className="cal"
      aria-label={label}
      style={{ '--columns': columns.length, '--hours': hours.length } as object}
    >
      <span className="cal__corner" />
      {columns.map(({ key, head, day }) => (
        <div key={key} className={day === today ? 'cal__head cal__head--today' : 'cal__head'}>
          <span>{head.small}</span>
          <b>{head.large}</b>
          {head.hebrew && <span>{head.hebrew}</span>}
        </div>
      ))}
      <div className="cal__hours" aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour}>{`${String(hour).padStart(2, '0')}:00`}</span>
        ))}
      </div>
      {columns.map((column) => (
        <div key={column.key} className={column.rest ? 'cal__day cal__day--rest' : 'cal__day'} data-column={column.key}>
          {column.rest && <span className="cal__rest">{column.rest}</span>}
          {placeInLanes(column.appointments).map((appointment) => (
            <button
              key={appointment.id}
              type="button"
              className={`ev ev--${appointment.status}${appointment.end - appointment.start < 45 ? ' ev--short' : ''}`}
              aria-label={accessibleLabel(appointment)}
              style={
                {
                  '--at': at(appointment.start),
                  '--len': (appointment.end - appointment.start) / 60,
                  '--c': colorOf(appointment),
                  '--lane': appointment.lane,
                  '--lanes': appointment.lanes,
                  ...drag.styleOf(appointment.id),
                } as object
              }
              {...drag.handlers(appointment)}
            >
              <b>{namesOf(appointment)}</b>
              <span>
                {formatTime(appointment.starts_at)} {appointment.title}
              </span>
            </button>
          ))}
          {column.day === today && isWithin(now, first, last) && (
            <span className="cal__now" style={{ '--at': at(minutesIn('Asia/Jerusalem', now.getTime())) } as object} />
          )}
        </div>
      ))}
    </section>
  )
}

function isWithin(now: Date, first: number, last: number) {
  const minutes = minutesIn('Asia/Jerusalem', now.getTime())
  return minutes >= first * 60 && minutes < last * 60
}
