import { Link } from 'react-router'
import type { Today } from '#features/today/today.data.ts'
import { dayOf, formatTime, relativeDay, relativeTime } from '#lib/time/dates.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'

/** Four counts of the day, each with a link to the counted rows. */
export function DayCounts({
  today,
  seesContacts,
  now,
}: {
  today: Today | undefined
  seesContacts: boolean
  now: Date
}) {
  const figures = today?.figures
  const next = today?.meetings.find(({ due_at, is_done: isDone }) => !isDone && Date.parse(due_at) > now.getTime())
  return (
    <ul className="figures">
      {seesContacts && (
        <>
          <DayCount
            to="/crm#lead"
            name="פניות בלי מענה"
            value={figures?.leads}
            note={figures?.oldest_lead_at ? `הראשונה ${relativeTime(figures.oldest_lead_at, now)}` : 'כולן נענו'}
            isAlarming={
              Boolean(figures?.oldest_lead_at) && now.getTime() - Date.parse(figures!.oldest_lead_at!) > 3_600_000
            }
          />
          <DayCount
            to="/crm/pipeline"
            name="שווי פתוח בצינור"
            value={figures && formatMoney(figures.open_agorot)}
            note={
              figures &&
              count(figures.open, {
                zero: 'אין הזדמנויות פתוחות',
                one: 'הזדמנות פתוחה אחת',
                two: 'שתי הזדמנויות פתוחות',
                other: '# הזדמנויות פתוחות',
              })
            }
          />
        </>
      )}
      <DayCount
        to="/crm/tasks?type=meeting&due=today"
        name="פגישות היום"
        value={today?.meetings.length}
        note={next ? `הבאה ב־${formatTime(next.due_at)}` : 'אין עוד פגישות היום'}
      />
      <DayCount
        to="/crm/tasks?due=overdue"
        name="משימות באיחור"
        value={figures?.overdue}
        note={figures?.oldest_due ? `הוותיקה: ${relativeDay(figures.oldest_due, dayOf(now))}` : 'הכול בזמן'}
        isAlarming={Boolean(figures?.overdue)}
      />
    </ul>
  )
}

type Props = {
  to: string
  name: string
  value: string | number | undefined
  note: string | undefined
  isAlarming?: boolean
}

function DayCount({ to, name, value, note, isAlarming = false }: Props) {
  return (
    <li className="figure">
      <Link to={to}>
        <span className="figure__name">{name}</span>
        <b className={isAlarming ? 'figure__value figure__value--alarm' : 'figure__value'}>{value ?? '–'}</b>
        <span className="figure__note">{value === undefined ? ' ' : note}</span>
      </Link>
    </li>
  )
}
