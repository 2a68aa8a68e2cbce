import './day-input.css'
import { CalendarDays } from 'lucide-react'
import { type ComponentPropsWithoutRef, type KeyboardEvent, useRef, useState } from 'react'
import { dayOf } from '#lib/time/dates.ts'
import { type DayBounds, isWithin, parseDayInput, formatDayInput } from '#lib/time/parse-day-input.ts'
import { lazyPart } from '../layers/lazy-part.ts'
import { Popover } from '../layers/popover.tsx'
import { Icon } from '../pictures/icon.tsx'
import { type ParsedValue, useParsedInput } from './parsed-input.ts'

const useCalendar = lazyPart(() => import('./calendar.tsx'))

type Native = 'id' | 'required' | 'disabled' | 'onBlur' | 'aria-label' | 'aria-describedby' | 'aria-invalid'
export type DayInputProps = ParsedValue & DayBounds & Pick<ComponentPropsWithoutRef<'input'>, Native>

/** The input of a `DayField` with its calendar. */
export function DayInput(props: DayInputProps) {
  const { name, value, defaultValue, onValueChange, onProblem, min, max, onBlur, ...native } = props
  const [isOpen, setOpen] = useState(false)
  const focused = useRef<HTMLTableCellElement>(null)
  const calendar = useCalendar(isOpen)
  const [today] = useState(() => dayOf(new Date()))
  const { control, parsed, enter } = useParsedInput(
    { name, value, defaultValue, onValueChange, onProblem },
    {
      parse: (text) => parseDayInput(text, today, { min, max }),
      print: formatDayInput,
      isComplete: (text) => /\d{4}$|^\d{4}-\d\d-\d\d$/.test(text.trim()),
      problemOf: (text) => problemOf(text, parseDayInput(text, today, { min, max }), { min, max }),
    },
  )

  function openByKey(event: KeyboardEvent<HTMLInputElement>) {
    control.onKeyDown(event)
    if (event.key !== 'ArrowDown' || native.disabled) return
    event.preventDefault()
    setOpen(true)
  }

  return (
    <span className="day-input">
      <input
        {...native}
        {...control}
        className="input"
        placeholder="יום.חודש.שנה"
        onKeyDown={openByKey}
        onBlur={(event) => {
          control.onBlur(event)
          onBlur?.(event)
        }}
      />
      <Popover
        label="לוח שנה"
        initialFocus={focused}
        open={isOpen && calendar !== undefined}
        onOpenChange={setOpen}
        trigger={
          <button
            type="button"
            className="day-input__open"
            disabled={native.disabled}
            aria-label="פתיחת לוח השנה"
            onPointerEnter={useCalendar.fetch}
          >
            <Icon of={CalendarDays} />
          </button>
        }
      >
        {calendar && (
          <calendar.Calendar
            chosen={parsed}
            today={today}
            min={min}
            max={max}
            focused={focused}
            onChoose={(day) => {
              enter(day)
              setOpen(false)
            }}
            {...(!native.required && parsed && { onClear: () => (enter(''), setOpen(false)) })}
          />
        )}
      </Popover>
    </span>
  )
}

function problemOf(text: string, day: string | undefined, bounds: DayBounds): string | undefined {
  if (text.trim() === '') return undefined
  if (!day) return 'אין תאריך כזה. למשל: 31.12.2026'
  if (isWithin(day, bounds)) return undefined
  const { min, max } = bounds
  return min && day < min
    ? `אפשר לבחור תאריך מ־${formatDayInput(min)} והלאה`
    : `אפשר לבחור תאריך עד ${formatDayInput(max!)}`
}
