import './calendar.css'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { formatLongDate, monthAndYear } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { holidayOn, isRestDay } from '#lib/time/holidays.ts'
import { type DayBounds, isWithin } from '#lib/time/parse-day-input.ts'
import { Button } from '../button.tsx'
import { Icon } from '../pictures/icon.tsx'
import { addMonths, dayAfterKey, weeksOf } from './calendar-month.ts'

type Props = DayBounds & {
  chosen: string | undefined
  today: string
  /** The day that gets the focus. */
  focused: RefObject<HTMLTableCellElement | null>
  onChoose: (day: string) => void
  /** Undefined: a day is required. */
  onClear?: () => void
}

const weekdays = ['ראשון', 'שני', 'שלישי', 'רביעי', 'חמישי', 'שישי', 'שבת']

/** A month as a grid of days, with the keys of the WAI-ARIA date grid. Shift with Page Up and Page Down moves by years. */
export function Calendar({ chosen, today, min, max, focused, onChoose, onClear }: Props) {
  const bounds = { min, max }
  const [day, setDay] = useState(() => clamp(chosen ?? today, bounds))
  const isByKey = useRef(false)
  const headingId = useId()
  useEffect(() => {
    if (isByKey.current) focused.current?.focus()
    isByKey.current = false
  }, [day, focused])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return onChoose(day)
    }
    const next = dayAfterKey(day, event.key, event.shiftKey)
    if (!next) return undefined
    event.preventDefault()
    isByKey.current = true
    return setDay(clamp(next, bounds))
  }

  const step = (months: number, label: string, icon: typeof ChevronLeft) => (
    <Button
      look="ghost"
      size="sm"
      iconOnly
      aria-label={label}
      icon={<Icon of={icon} />}
      onClick={() => setDay(clamp(addMonths(day, months), bounds))}
    />
  )
  return (
    <div className="calendar">
      <div className="calendar__head">
        {step(-12, 'השנה הקודמת', ChevronsRight)}
        {step(-1, 'החודש הקודם', ChevronRight)}
        <h2 id={headingId} aria-live="polite">
          {monthAndYear(day)}
        </h2>
        {step(1, 'החודש הבא', ChevronLeft)}
        {step(12, 'השנה הבאה', ChevronsLeft)}
      </div>
      {/* The grid of the WAI-ARIA date picker. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" aria-labelledby={headingId} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name === 'שבת' ? 'ש׳' : `${'אבגדהו'.charAt(weekdays.indexOf(name))}׳`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day).map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <Day
                  key={one}
                  day={one}
                  isOutside={one.slice(0, 7) !== day.slice(0, 7)}
                  isChosen={one === chosen}
                  isToday={one === today}
                  isAllowed={isWithin(one, bounds)}
                  {...(one === day && { focused })}
                  onChoose={onChoose}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="calendar__foot">
        {isWithin(today, bounds) && (
          <Button look="link" size="sm" onClick={() => onChoose(today)}>
            היום
          </Button>
        )}
        <span>{holidayOn(day)?.name}</span>
        {onClear && (
          <Button look="link" size="sm" onClick={onClear}>
            ניקוי
          </Button>
        )}
      </div>
    </div>
  )
}

type DayProps = {
  day: string
  isOutside: boolean
  isChosen: boolean
  isToday: boolean
  isAllowed: boolean
  /** The ref of the one day in the tab order. */
  focused?: RefObject<HTMLTableCellElement | null>
  onChoose: (day: string) => void
}

function Day({ day, isOutside, isChosen, isToday, isAllowed, focused, onChoose }: DayProps) {
  const holiday = holidayOn(day)?.name
  const classes = [isOutside && 'is-outside', isRestDay(day) && 'is-rest', holiday && 'is-holiday'].filter(Boolean)
  return (
    <td
      ref={focused}
      className={classes.join(' ') || undefined}
      tabIndex={focused ? 0 : -1}
      title={holiday}
      aria-label={[formatLongDate(day), holiday].filter(Boolean).join(', ')}
      aria-selected={isChosen}
      {...(isToday && { 'aria-current': 'date' as const })}
      {...(isAllowed ? { onClick: () => onChoose(day) } : { 'aria-disabled': true })}
    >
      {Number(day.slice(8))}
    </td>
  )
}

function clamp(day: string, { min, max }: DayBounds): string {
  if (min && day < min) return min
  return max && day > max ? max : addDays(day, 0)
}
