import { useState } from 'react'
import { dayOf } from '#lib/time/dates.ts'
import { DayField } from '#ui/dates/day-field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { type CallOutcome, callOutcomeLabels, callOutcomes } from '../activities.ts'
import { callBackDay, callBackTime } from './call-back.ts'

/** The outcome of a call, and the due time of a callback task, created by the same save. */
export function CallInputs({ now }: { now: Date }) {
  const [outcome, setOutcome] = useState<CallOutcome>('answered')
  return (
    <>
      <fieldset className="composer__along">
        <legend className="vh">איך הסתיימה השיחה</legend>
        {callOutcomes.map((one) => (
          <label key={one} className="composer__outcome">
            <input type="radio" name="outcome" value={one} checked={outcome === one} onChange={() => setOutcome(one)} />
            <span>{callOutcomeLabels[one]}</span>
          </label>
        ))}
      </fieldset>
      {outcome === 'later' && (
        <div className="composer__along">
          <DayField
            label="משימה לחזור ביום"
            name="call_back_day"
            defaultValue={callBackDay(now)}
            min={dayOf(now)}
            required
          />
          <TimeField label="באיזו שעה לחזור" name="call_back_time" defaultValue={callBackTime} required />
        </div>
      )}
    </>
  )
}
