// The dates of a webinar: a calendar month, the form for a new date with its warnings, and the sessions.
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { dayOf, formatLongDate, formatTime, instantAt } from '#lib/time/dates.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { SessionSteps } from '../control/session-steps.tsx'
import { failedStep } from '../screens/failed-step.ts'
import { sessionLabels } from '../screens/session-labels.ts'
import { type SessionRow, useAddSessions, useWebinars, useWebinarSessions, type WebinarRow } from '../webinars.data.ts'
import { useRoomRights } from '../team/webinar-team.data.ts'
import { restNameOf, scheduleNotes } from './schedule-notes.ts'
import { SeatLimit } from './seat-limit.tsx'
import { intervals, maxDates, seriesDays } from './series-days.ts'
import { SessionCalendar } from './session-calendar.tsx'

export function WebinarSchedule({ webinar, canEdit }: { webinar: WebinarRow; canEdit: boolean }) {
  const { data: all = [] } = useWebinarSessions()
  const sessions = all.filter(({ webinar_id: id }) => id === webinar.id)
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title">מפגשים</h2>
      {webinar.kind === 'on_demand' ? (
        <p>צפייה בכל זמן: אין מועדים.</p>
      ) : (
        canEdit && <AddSession webinar={webinar} sessions={all} />
      )}
      <ol className="rows">
        {sessions.map((session) => (
          <Session key={session.id} session={session} webinar={webinar} canEdit={canEdit} />
        ))}
      </ol>
    </section>
  )
}

/** Formatted like 25.11. */
const formatShortDay = (day: string) => `${Number(day.slice(8))}.${Number(day.slice(5, 7))}`

function AddSession({ webinar, sessions }: { webinar: WebinarRow; sessions: readonly SessionRow[] }) {
  const { data: webinars = [] } = useWebinars()
  const add = useAddSessions()
  const [everyDays, setEveryDays] = useState(0)
  const [count, setCount] = useState(4)
  const [endsOn, setEndsOn] = useState(false)
  const [until, setUntil] = useState('')
  const [seats, setSeats] = useState('')
  const today = dayOf(useNow())
  const [day, setDay] = useState('')
  const [time, setTime] = useState(() => {
    const last = sessions.find(({ webinar_id: id }) => id === webinar.id)
    return last ? formatTime(last.starts_at) : '20:30'
  })
  const planned = sessions.map(({ id, webinar_id: of, starts_at, status }) => {
    const its = webinars.find((one) => one.id === of)
    return {
      id,
      starts_at,
      title: its?.title ?? '',
      minutes: its?.duration_minutes ?? 60,
      isOwn: of === webinar.id,
      isCancelled: status === 'cancelled',
    }
  })
  const isSeries = everyDays > 0
  const end = !isSeries ? { count: 1 } : endsOn ? { until: until || day } : { count }
  const series = day ? seriesDays(day, everyDays, end) : { days: [], rests: [], isCut: false }
  const notes = day
    ? scheduleNotes(
        day,
        time,
        webinar.duration_minutes,
        planned.filter(({ isCancelled }) => !isCancelled),
      )
    : []
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!day || !time) return
    const capacity = seats ? Number(seats) : null
    add.mutate(
      series.days.map((on) => ({ webinar_id: webinar.id, starts_at: instantAt(on, time).toISOString(), capacity })),
      { onSuccess: () => setDay(''), onError: failedStep },
    )
  }
  return (
    <>
      <SessionCalendar today={today} chosen={day || undefined} sessions={planned} onChoose={setDay} />
      <form className="schedule__add" onSubmit={submit}>
        <DayField name="day" label="יום" required value={day} onValueChange={setDay} />
        <TimeField name="time" label="שעה" required value={time} onValueChange={setTime} />
        <SelectField
          name="every"
          label="חזרה"
          value={everyDays}
          onChange={({ target }) => setEveryDays(Number(target.value))}
        >
          <option value={0}>מועד אחד</option>
          {Object.entries(intervals).map(([days, label]) => (
            <option key={days} value={days}>
              {label}
            </option>
          ))}
        </SelectField>
        {isSeries && (
          <SelectField
            name="ends"
            label="עד מתי"
            value={endsOn ? 'day' : 'count'}
            onChange={({ target }) => setEndsOn(target.value === 'day')}
          >
            <option value="count">לפי מספר מועדים</option>
            <option value="day">עד תאריך</option>
          </SelectField>
        )}
        {isSeries &&
          (endsOn ? (
            <DayField name="until" label="התאריך האחרון" required min={day} value={until} onValueChange={setUntil} />
          ) : (
            <TextField
              name="count"
              label="כמה מועדים"
              type="number"
              min={2}
              max={maxDates}
              required
              value={count}
              onChange={({ target }) => setCount(Math.min(maxDates, Number(target.value)))}
            />
          ))}
        <TextField
          name="seats"
          label="מקומות (ריק: בלי הגבלה)"
          type="number"
          min={1}
          max={100_000}
          value={seats}
          onChange={({ target }) => setSeats(target.value)}
        />
        <Button type="submit" look={notes.length > 0 ? 'secondary' : 'primary'} busy={add.isPending}>
          {notes.length > 0
            ? 'הוספה בכל זאת'
            : series.days.length > 1
              ? `הוספת ${series.days.length} מועדים`
              : 'הוספת מועד'}
        </Button>
      </form>
      {notes.length > 0 && <output className="schedule__notes">{notes.join('. ')}.</output>}
      {isSeries && day && (!endsOn || until) && (
        <output className="schedule__dates">
          {`המועדים: ${series.days.map(formatShortDay).join(', ')}.`}
          {series.rests.length > 0 &&
            ` בלי ${series.rests.map((rest) => `${formatShortDay(rest)} (${restNameOf(rest)})`).join(', ')}.`}
          {series.isCut && ` בפעם אחת נוספים עד ${maxDates} מועדים, ואפשר להוסיף סדרת המשך.`}
        </output>
      )}
    </>
  )
}

function Session({ session, webinar, canEdit }: { session: SessionRow; webinar: WebinarRow; canEdit: boolean }) {
  const { id, starts_at: at, status, figures } = session
  const { enters, hosts } = useRoomRights(webinar.id)
  return (
    <li className="row">
      <div className="row__words">
        <b>{`${formatLongDate(at)}, ${formatTime(at)}`}</b>
        <small>
          <span>{sessionLabels[status]}</span>
          {figures && (
            <>
              <span>
                {session.capacity === null
                  ? `נרשמו: ${figures.registered}`
                  : `נרשמו: ${figures.registered} ל־${session.capacity} מקומות`}
              </span>
              {figures.waiting > 0 && <span>{`ברשימת ההמתנה: ${figures.waiting}`}</span>}
              {figures.late > 0 && <span>{`נרשמו אחר כך, להקלטה: ${figures.late}`}</span>}
              <span>{`הגיעו: ${figures.attended} מתוך ${figures.registered}`}</span>
              <span>{`עד הסוף: ${figures.stayed} מתוך ${figures.attended}`}</span>
              <span>{`שאלות: ${figures.questions}`}</span>
            </>
          )}
        </small>
      </div>
      <div className="row__acts">
        {canEdit && ['scheduled', 'lobby', 'live'].includes(status) && <SeatLimit session={session} />}
        {hosts && <SessionSteps session={session} isRehearsal={session.rehearsal_at !== null} kind={webinar.kind} />}
        {(status === 'ended' || status === 'replay' || status === 'closed') && (
          <Link className={buttonClasses({ look: 'ghost' })} to={`/admin/webinars/${webinar.id}/report?session=${id}`}>
            דוח
          </Link>
        )}
        {enters && status !== 'cancelled' && (
          <Link className={buttonClasses({ look: 'ghost' })} to={`/admin/webinars/${webinar.id}/sessions/${id}`}>
            חדר בקרה
          </Link>
        )}
      </div>
    </li>
  )
}
