import { useState } from 'react'
import { TimeField } from '#ui/dates/time-field.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import type { WebinarRow } from '../webinars.data.ts'

/** Fields of just-in-time sessions: the daily hours, and the seat limit. */
export function JustInTimeFields({ webinar }: { webinar: WebinarRow }) {
  const [isOn, setOn] = useState(webinar.just_in_time_from !== null)
  return (
    <>
      <input type="hidden" name="has_just_in_time" value="yes" />
      <CheckField
        name="just_in_time"
        label="אפשר להירשם גם לרבע השעה הקרוב"
        hint="המפגש נוצר בהרשמה הראשונה, ולא בשבת, בחגים ובערביהם"
        checked={isOn}
        onChange={({ target }) => setOn(target.checked)}
      />
      {isOn && (
        <>
          <TimeField
            name="just_in_time_from"
            label="משעה"
            required
            defaultValue={webinar.just_in_time_from ?? '09:00'}
          />
          <TimeField
            name="just_in_time_until"
            label="עד שעה"
            required
            defaultValue={webinar.just_in_time_until ?? '22:00'}
          />
          <TextField
            name="just_in_time_seats"
            label="מקומות בכל מפגש כזה (ריק: בלי הגבלה)"
            type="number"
            min={1}
            max={100_000}
            defaultValue={webinar.just_in_time_seats ?? ''}
          />
        </>
      )}
    </>
  )
}

/** The values of the fields; empty for a form without them. */
export function justInTimeOf(values: Readonly<Record<string, string>>) {
  if (values['has_just_in_time'] === undefined) return {}
  const isOn = values['just_in_time'] !== undefined
  return {
    just_in_time_from: (isOn && values['just_in_time_from']) || null,
    just_in_time_until: (isOn && values['just_in_time_until']) || null,
    just_in_time_seats: isOn && values['just_in_time_seats'] ? Number(values['just_in_time_seats']) : null,
  }
}
