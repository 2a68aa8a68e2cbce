import './when-step.css'
import { CalendarCheck } from 'lucide-react'
import type { FormEvent } from 'react'
import { dayIn } from '#lib/time/zoned-time.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { durationText } from './booking-offer.ts'
import type { PickView } from './booking-view.ts'
import { clockIn, dayTitle, startsByDay } from './free-days.ts'
import { HiddenFields } from './hidden-fields.tsx'
import { MonthGrid } from './month-grid.tsx'
import { startOf } from './hidden-field-values.ts'
import { SlotTakenNotice } from './slot-taken-notice.tsx'
import { TimeList } from './time-list.tsx'
import type { SlotChoice } from './use-slot-choice.ts'
import { ZoneChoice } from './zone-choice.tsx'

type Props = {
  view: PickView
  nearest: readonly number[]
  isAwake: boolean
  isLoading: boolean
  problem: string | undefined
  /** The zone of the device. */
  ownZone: string | undefined
  onChoose: (chosen: SlotChoice) => void
  /** Hidden fields of the day form and the slot form. */
  passed: Readonly<Record<string, string>>
  action: string
  label: string
  isBusy?: boolean
  /** Holds a slot on the client; without this callback the selected slot is posted. */
  onHold?: (start: number | undefined) => void
}

/** Day and slot selection. Days are a GET form and slots a POST form, so that both work without JavaScript. */
export function WhenStep(props: Props) {
  const { view, nearest, isAwake, isBusy = false, problem, action, label, passed, onHold } = props
  const { path, free, zone, day, start, minutes, typeId, isTaken } = view
  const starts = startsByDay(free.starts, zone).get(day ?? '') ?? []
  function hold(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const selected = new FormData(event.currentTarget).get('start')
    onHold?.(typeof selected === 'string' ? Date.parse(selected) : undefined)
  }
  return (
    <>
      <Days {...props} />
      <form
        className="booking__times"
        method="post"
        action={`${action}#times`}
        noValidate
        {...(isAwake && onHold && { onSubmit: hold })}
      >
        {isTaken ? (
          <SlotTakenNotice nearest={nearest} zone={zone} all={startOf(path, passed)} />
        ) : (
          day && (
            <TimeList
              day={day}
              starts={starts}
              left={free.left}
              zone={zone}
              chosen={start}
              error={problem}
              key={`${day} ${zone}`}
            />
          )
        )}
        {(isTaken ? nearest : starts).length > 0 && (
          <Button look="accent" size="lg" block type="submit" busy={isBusy}>
            {isBusy ? 'שומרים את השעה' : label}
          </Button>
        )}
        <HiddenFields values={{ typeId, minutes: String(minutes), zone, ...passed }} />
      </form>
    </>
  )
}

function Days({ view, isAwake, isLoading, ownZone, passed, onChoose }: Props) {
  const { path, daysPath = path, free, zone, day, month, minutes, durations } = view
  const days = startsByDay(free.starts, zone)
  const shown = month.slice(0, 7)
  const isShort = shown === view.cutMonth || ![...days.keys()].some((one) => one.startsWith(shown))
  const first = free.starts.length > 0 ? Math.min(...free.starts) : undefined
  const [weekday, date] = (first === undefined ? '' : dayTitle(dayIn(zone, first))).split(', ')
  function choose(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const pressed = (event.nativeEvent as SubmitEvent).submitter
    if (pressed instanceof HTMLButtonElement) onChoose({ [pressed.name]: pressed.value })
  }
  return (
    <form
      className="booking__days"
      method="get"
      action={`${daysPath}#times`}
      aria-label="בחירת יום"
      {...(isAwake && { onSubmit: choose })}
    >
      <MonthGrid
        month={month}
        freeOn={(one) => days.get(one)?.length ?? 0}
        chosen={day}
        today={view.today}
        until={view.until}
        hasKeys={isAwake}
        isLoading={isLoading}
        onMonth={(to) => onChoose({ month: to })}
      />
      {view.away.map(
        ({ months, text }) =>
          months.includes(shown) && (
            <p className="hint" key={text}>
              {text}
            </p>
          ),
      )}
      {isShort && !isLoading && view.windowText && <p className="hint">{view.windowText}</p>}
      {first === undefined ? (
        <p className="booking__none">
          אין כרגע מועדים פנויים. <a href="/contact">השארת הודעה</a>, ונמצא זמן.
        </p>
      ) : (
        <Button
          look="link"
          type="submit"
          name="day"
          value={dayIn(zone, first)}
          className="booking__nearest"
          icon={<Icon of={CalendarCheck} />}
        >
          <span>
            הפגישה הפנויה הקרובה: {weekday}, <span className="nowrap">{date}</span>, {clockIn(zone, first)}
          </span>
        </Button>
      )}
      {durations.length > 1 && (
        <SelectField
          id="booking-minutes"
          name="minutes"
          label="אורך הפגישה"
          defaultValue={minutes}
          {...(isAwake && { onChange: (event) => onChoose({ minutes: Number(event.currentTarget.value) }) })}
        >
          {durations.map((one) => (
            <option key={one} value={one}>
              {durationText(one)}
            </option>
          ))}
        </SelectField>
      )}
      <ZoneChoice
        zone={zone}
        locked={view.lockText}
        own={ownZone}
        {...(isAwake && { onZone: (to: string) => onChoose({ zone: to }) })}
      />
      <HiddenFields values={passed} />
      {first !== undefined && (
        <p className="hint">
          אין יום שמתאים? <a href="/contact">השאירו הודעה</a>, ונמצא זמן.
        </p>
      )}
    </form>
  )
}
