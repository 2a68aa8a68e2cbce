// Staff calendar: day, week, month and agenda views, selected in the URL.
import './calendar.css'
import { CalendarDays, ChevronLeft, ChevronRight, Columns3, List, Plus, Rows3 } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { useUserId } from '#client/session-context.tsx'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { RecordDialog } from '#platform/editing/record-dialog.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { dayOf, formatHebrewDayInYear, instantAt } from '#lib/time/dates.ts'
import { holidayOn, isRestDay, isSaturday } from '#lib/time/holidays.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { Segment } from '#ui/lists/segment.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { type ShownAppointment, useAppointments, useHosts } from '../../appointments.data.ts'
import { Agenda } from './agenda.tsx'
import { AppointmentDialog } from './appointment-dialog.tsx'
import { type AppointmentOfDay, appointmentsOfDay } from './appointment-texts.ts'
import { BookDialog } from './book-dialog.tsx'
import { daysOf, rangeOf, stepDay, titleOf, type View, views } from './calendar-range.ts'
import { MoveForm } from './change-forms.tsx'
import { MonthGrid } from './month-grid.tsx'
import type { GridColumn } from './grid-column.ts'
import { TimeGrid } from './time-grid.tsx'

const viewChoices = [
  { value: 'day', text: 'יום', icon: Rows3 },
  { value: 'week', text: 'שבוע', icon: Columns3 },
  { value: 'month', text: 'חודש', icon: CalendarDays },
  { value: 'agenda', text: 'רשימה', icon: List },
] as const

const weekdays = ['יום א׳', 'יום ב׳', 'יום ג׳', 'יום ד׳', 'יום ה׳', 'יום ו׳', 'שבת']
const isDay = (text: string | null): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text!))

export function Component() {
  useScreenTitle('יומן')
  const now = useNow()
  const [params, setParams] = useSearchParams()
  const viewParam = params.get('view')
  const view: View = views.find((one) => one === viewParam) ?? 'week'
  const dayParam = params.get('day')
  const day = isDay(dayParam) ? dayParam : dayOf(now)
  const days = daysOf(view, day)
  const { data, error, isPending, refetch } = useAppointments(rangeOf(days))
  const host = useHost(params.get('host'), data ?? [])
  const [isBooking, setBooking] = useState(false)
  const [move, setMove] = useState<{ appointment: ShownAppointment; startsAt: string }>()

  const shown = (data ?? []).filter(({ user_id }) => !host.id || user_id === host.id)
  const go = (changes: Record<string, string>) =>
    setParams((before) => ({ ...Object.fromEntries(before), ...changes }), { preventScrollReset: true })
  const opened = params.get('open')
  const setOpened = (id?: string) =>
    setParams(
      (before) => {
        const { open: _, ...rest } = Object.fromEntries(before)
        return id ? { ...rest, open: id } : rest
      },
      { replace: true, preventScrollReset: true },
    )
  const { title, hebrew } = titleOf(view, day)
  const byDay = days.map((one) => ({ day: one, appointments: appointmentsOfDay(shown, one) }))
  const columns = view === 'day' ? hostColumns(day, byDay[0]!.appointments, host) : byDay.map(dayColumn)
  const propose = (appointment: AppointmentOfDay, column: GridColumn, minutes: number) => {
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    setMove({ appointment, startsAt: instantAt(column.day, time).toISOString() })
  }
  return (
    <div className="view calendar-view">
      <div className="view__head">
        <div>
          <h1>{title}</h1>
          {hebrew && <p>{hebrew}</p>}
        </div>
        <div className="view__end">
          <div className="calendar-view__steps">
            <Button
              iconOnly
              aria-label="הקודם"
              icon={<Icon of={ChevronRight} />}
              onClick={() => go({ day: stepDay(view, day, -1) })}
            />
            <Button onClick={() => go({ day: dayOf(now) })}>היום</Button>
            <Button
              iconOnly
              aria-label="הבא"
              icon={<Icon of={ChevronLeft} />}
              onClick={() => go({ day: stepDay(view, day, 1) })}
            />
          </div>
          <Link className={buttonClasses({ look: 'ghost' })} to="/crm/appointments">
            כל הפגישות
          </Link>
          <Segment label="תצוגה" value={view} choices={viewChoices} onChange={(value) => go({ view: value })} />
          <Button look="primary" icon={<Icon of={Plus} />} onClick={() => setBooking(true)}>
            פגישה
          </Button>
        </div>
      </div>
      {host.choices.length > 1 && (
        <div className="calendar-view__host">
          <SelectField
            name="host"
            label="יומן של"
            value={host.id}
            onChange={({ target }) => go({ host: target.value || 'all' })}
          >
            <option value="">כל הצוות</option>
            {host.choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {error && !data && <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />}
      <div aria-busy={isPending}>
        {view === 'month' && (
          <MonthGrid
            day={day}
            days={byDay}
            now={now}
            onOpen={setOpened}
            onDay={(one) => go({ view: 'day', day: one })}
          />
        )}
        {view === 'agenda' && (
          <Agenda days={byDay.filter(({ appointments }) => appointments.length > 0)} now={now} onOpen={setOpened} />
        )}
        {view === 'agenda' && data && shown.length === 0 && <p className="cal-agenda__none">אין פגישות בחודש הקרוב</p>}
        {(view === 'week' || view === 'day') && (
          <>
            <div className="calendar-view__wide">
              <TimeGrid label={title} columns={columns} now={now} onOpen={setOpened} onMove={propose} />
            </div>
            <div className="calendar-view__narrow">
              {view === 'week' && <DayStrip days={days} chosen={day} onChoose={(one) => go({ day: one })} />}
              <Agenda days={byDay.filter((one) => one.day === day)} now={now} onOpen={setOpened} />
            </div>
          </>
        )}
      </div>
      <AppointmentDialog appointment={data?.find(({ id }) => id === opened)} now={now} onClose={() => setOpened()} />
      <BookDialog open={isBooking} onClose={() => setBooking(false)} day={day} />
      <RecordDialog open={move !== undefined} onClose={() => setMove(undefined)} title="שינוי מועד">
        {move && <MoveForm {...move} />}
      </RecordDialog>
    </div>
  )
}

type Host = { id: string; choices: { id: string; name: string }[] }

/** The selected host; by default the user's own calendar, or all hosts. Members without a booking page can host. */
function useHost(hostId: string | null, appointments: readonly ShownAppointment[]): Host {
  const { data: hosts = [] } = useHosts()
  const nameOf = useStaffName()
  const me = useUserId()
  const named = hostId !== null && nameOf(hostId) !== undefined ? [hostId] : []
  const ids = [...new Set([...hosts, ...appointments].map(({ user_id }) => user_id).concat(named))]
  const id = hostId === 'all' ? '' : (ids.find((one) => one === hostId) ?? ids.find((one) => one === me) ?? '')
  return { id, choices: ids.map((one) => ({ id: one, name: nameOf(one) ?? 'מחוץ לצוות' })) }
}

const restOf = (day: string) => holidayOn(day)?.name ?? (isSaturday(day) ? 'יום מנוחה' : undefined)

const dayColumn = ({ day, appointments }: { day: string; appointments: AppointmentOfDay[] }): GridColumn => ({
  key: day,
  day,
  head: {
    small: [weekdays[new Date(day).getUTCDay()], holidayOn(day)?.name].filter(Boolean).join(' · '),
    large: String(Number(day.slice(8))),
    hebrew: formatHebrewDayInYear(`${day}T12:00:00Z`),
  },
  rest: isRestDay(day) ? restOf(day) : undefined,
  appointments,
})

/** The hosts side by side, when more than one is shown. */
function hostColumns(day: string, appointments: AppointmentOfDay[], { id, choices }: Host): GridColumn[] {
  if (id || choices.length < 2) return [dayColumn({ day, appointments })]
  return choices.map((host) => ({
    ...dayColumn({ day, appointments: appointments.filter(({ user_id }) => user_id === host.id) }),
    key: host.id,
    head: { small: host.name, large: String(Number(day.slice(8))) },
  }))
}

function DayStrip({
  days,
  chosen,
  onChoose,
}: {
  days: readonly string[]
  chosen: string
  onChoose: (day: string) => void
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset brings a frame and a legend
    <div className="day-strip" role="group" aria-label="בחירת יום">
      {days.map((day) => (
        <button key={day} type="button" aria-pressed={day === chosen} onClick={() => onChoose(day)}>
          <span>{weekdays[new Date(day).getUTCDay()]!.replace('יום ', '').replace('שבת', 'ש׳')}</span>
          <b>{Number(day.slice(8))}</b>
        </button>
      ))}
    </div>
  )
}
