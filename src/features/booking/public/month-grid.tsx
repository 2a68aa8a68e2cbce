import './month-grid.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { holidayOn } from '#lib/time/holidays.ts'
import { Button } from '#ui/button.tsx'
import { addMonths, dayAfterKey, weeksOf } from '#ui/dates/calendar-month.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { dayLabel, monthTitle } from './free-days.ts'

type Props = {
  /** Any day of the month. */
  month: string
  /** Number of free slots on a day. */
  freeOn: (day: string) => number
  chosen: string | undefined
  /** First and last day that can be shown. */
  today: string
  until: string
  /** Enables keyboard navigation of the grid. Without JavaScript every free day is a tab stop instead. */
  hasKeys: boolean
  isLoading?: boolean
  onMonth: (month: string) => void
}

const weekdays = ['ראשון', 'שני', 'שלישי', 'רביעי', 'חמישי', 'שישי', 'שבת']
const monthOf = (day: string) => day.slice(0, 7)

/**
 * A month grid with weeks from Sunday, in a form: free days are buttons named `day`, adjacent months buttons named `month`. With keyboard
 * navigation it is the WAI-ARIA date grid, right to left.
 */
export function MonthGrid({ month, freeOn, chosen, today, until, hasKeys, isLoading = false, onMonth }: Props) {
  const table = useRef<HTMLTableElement>(null)
  const isByKey = useRef(false)
  const [cursor, setCursor] = useState(chosen ?? today)
  const days = weeksOf(month)
  // Changing the month or the selected day moves the tab stop.
  const first = monthOf(month) === monthOf(today) ? today : `${monthOf(month)}-01`
  const stop =
    monthOf(cursor) === monthOf(month) ? cursor : chosen && monthOf(chosen) === monthOf(month) ? chosen : first

  useEffect(() => {
    if (isByKey.current) table.current?.querySelector<HTMLElement>(`[data-day="${stop}"]`)?.focus()
    isByKey.current = false
  }, [stop, month])

  function onKeyDown(event: KeyboardEvent) {
    const next = dayAfterKey(stop, event.key, event.shiftKey)
    if (!next) return
    event.preventDefault()
    const day = next < today ? today : next > until ? until : next
    isByKey.current = true
    setCursor(day)
    if (monthOf(day) !== monthOf(month)) onMonth(day)
  }

  const holidays = days.flat().flatMap((day) => {
    const name = monthOf(day) === monthOf(month) && day >= today && holidayOn(day)?.name
    return name ? [{ day, name }] : []
  })
  const step = (months: number, label: string, icon: typeof ChevronLeft, isPossible: boolean) => (
    <Button
      look={months > 0 ? 'secondary' : 'ghost'}
      iconOnly
      type="submit"
      name="month"
      value={monthOf(addMonths(month, months))}
      aria-label={label}
      icon={<Icon of={icon} />}
      disabled={!isPossible}
    />
  )
  return (
    <div className="month">
      <div className="month__head">
        <h2 id="month" aria-live="polite">
          {monthTitle(month)}
        </h2>
        {step(-1, 'החודש הקודם', ChevronRight, monthOf(month) > monthOf(today))}
        {step(1, 'החודש הבא', ChevronLeft, monthOf(month) < monthOf(until))}
      </div>
      {/* The grid of the WAI-ARIA date picker. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" aria-labelledby="month" aria-busy={isLoading} ref={table} {...(hasKeys && { onKeyDown })}>
        <thead>
          <tr>
            {weekdays.map((name, i) => (
              <th key={name} scope="col" abbr={name}>
                {`${'אבגדהוש'.charAt(i)}׳`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((week) => (
            <tr key={week[0]} className={week.every((day) => day < today) ? 'month__past' : undefined}>
              {week.map((day) =>
                monthOf(day) === monthOf(month) ? (
                  <Day
                    key={day}
                    day={day}
                    free={freeOn(day)}
                    isPast={day < today}
                    isToday={day === today}
                    isChosen={day === chosen}
                    tabIndex={hasKeys ? (day === stop ? 0 : -1) : undefined}
                  />
                ) : (
                  <td key={day} aria-hidden="true" />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {holidays.length > 0 && (
        <ul className="month__holidays" aria-hidden="true">
          {runsOf(holidays).map(({ from, to, name }) => (
            <li key={from}>
              {from === to ? from : `${from}–${to}`} {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type DayProps = {
  day: string
  free: number
  isPast: boolean
  isToday: boolean
  isChosen: boolean
  tabIndex: number | undefined
}

function Day({ day, free, isPast, isToday, isChosen, tabIndex }: DayProps) {
  const holiday = holidayOn(day)?.name
  const classes = [
    'day',
    free > 0 && 'day--open',
    isPast && 'day--past',
    isToday && 'day--today',
    holiday && 'day--holiday',
  ]
  const shown = (
    <>
      <span>{Number(day.slice(8))}</span>
      {holiday && <small>{holiday}</small>}
    </>
  )
  const marks = {
    className: classes.filter(Boolean).join(' '),
    'data-day': day,
    'aria-label': dayLabel(day, free, holiday),
    tabIndex,
    ...(isToday && { 'aria-current': 'date' as const }),
  }
  if (free === 0)
    return (
      <td {...marks} aria-disabled="true">
        {shown}
      </td>
    )
  return (
    <td>
      <button type="submit" name="day" value={day} {...marks} aria-pressed={isChosen}>
        {shown}
      </button>
    </td>
  )
}

/** Consecutive days of one holiday, by day of the month. */
function runsOf(holidays: readonly { day: string; name: string }[]) {
  const runs: { from: number; to: number; name: string }[] = []
  for (const { day, name } of holidays) {
    const date = Number(day.slice(8))
    const last = runs.at(-1)
    if (last?.name === name && last.to === date - 1) last.to = date
    else runs.push({ from: date, to: date, name })
  }
  return runs
}
