// Booking window of a type: a number of days, a date range, or unlimited.
import { useState } from 'react'
import { DayField } from '#ui/dates/day-field.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import type { AppointmentType } from '../../booking.ts'
import { type WindowKind, windowKindLabels, windowKinds } from '../../booking-labels.ts'

type Props = { type: AppointmentType | undefined; errors: Partial<Record<string, string>> }

export function WindowFields({ type, errors }: Props) {
  const [kind, setKind] = useState<WindowKind>(type?.window_kind ?? 'rolling')
  return (
    <>
      <SelectField
        name="window_kind"
        label="לאילו ימים"
        value={kind}
        onChange={({ target }) => setKind(windowKinds.find((one) => one === target.value) ?? 'rolling')}
      >
        {windowKinds.map((one) => (
          <option key={one} value={one}>
            {windowKindLabels[one]}
          </option>
        ))}
      </SelectField>
      {kind === 'rolling' && (
        <TextField
          name="window_days"
          label="עד כמה ימים קדימה"
          inputMode="numeric"
          defaultValue={type?.window_days ?? 60}
          error={errors['window_days']}
        />
      )}
      {kind === 'range' && (
        <>
          <DayField
            name="window_from"
            label="מיום"
            defaultValue={type?.window_from ?? ''}
            error={errors['window_from']}
            required
          />
          <DayField
            name="window_to"
            label="עד יום"
            hint="כולל היום הזה. ריק: בלי סוף"
            defaultValue={type?.window_to ?? ''}
            error={errors['window_to']}
          />
        </>
      )}
    </>
  )
}
