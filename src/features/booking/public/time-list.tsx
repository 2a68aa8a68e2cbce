import './time-list.css'
import { ErrorText } from '#ui/forms/field.tsx'
import { dayTitle, freeCount, type FreeSlots, timesOf } from './free-days.ts'

type Props = Pick<FreeSlots, 'left'> & {
  day: string
  starts: readonly number[]
  zone: string
  chosen?: number | undefined
  error?: string | undefined
}

/** Free slots of a day as radio buttons named `start`. */
export function TimeList({ day, ...choice }: Props) {
  return (
    <>
      <h2 id="times" tabIndex={-1} className="times__title">
        {dayTitle(day)}
      </h2>
      <p className="hint">{freeCount(choice.starts.length)}</p>
      <TimeChoice {...choice} labelledBy="times" />
    </>
  )
}

type ChoiceProps = Omit<Props, 'day'> & {
  labelledBy: string
  /** Starts of several days, each shown with its date. */
  withDays?: readonly string[]
}

export function TimeChoice({ starts, left, zone, chosen, labelledBy, withDays, error }: ChoiceProps) {
  return (
    <div
      className={withDays ? 'times times--days' : 'times'}
      role="radiogroup"
      aria-labelledby={labelledBy}
      {...(error && { 'aria-describedby': 'start-error', 'aria-invalid': true })}
    >
      {timesOf(starts, zone).map(({ start, clock, mark }, i) => (
        <label key={start} className="slot">
          <input type="radio" name="start" value={new Date(start).toISOString()} defaultChecked={start === chosen} />
          <span>
            {withDays && <small>{withDays[i]}</small>}
            {clock}
            {mark && <small>{mark}</small>}
            {left?.[start] && <small>מקומות פנויים: {left[start]}</small>}
          </span>
        </label>
      ))}
      {error && <ErrorText id="start-error">{error}</ErrorText>}
    </div>
  )
}
