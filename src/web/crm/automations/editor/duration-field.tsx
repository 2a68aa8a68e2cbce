// A duration as a number and a unit. The value is whole minutes.
import { useState } from 'react'
import { SelectField, TextField } from '#ui/forms/field.tsx'

const units = { day: 1440, hour: 60, minute: 1 } as const
type Unit = keyof typeof units

const unitOf = (minutes: number): Unit => (minutes % 1440 === 0 ? 'day' : minutes % 60 === 0 ? 'hour' : 'minute')

type Props = { label: string; minutes: number; min?: number; onChange: (minutes: number) => void }

export function DurationField({ label, minutes, min = 0, onChange }: Props) {
  const [unit, setUnit] = useState<Unit>(unitOf(minutes))
  const amount = Math.round(minutes / units[unit])
  return (
    <div className="automation__fields">
      <TextField
        name="amount"
        type="number"
        label={label}
        min={min}
        max={365}
        required
        value={amount}
        onChange={({ target }) => onChange(Math.max(min, Math.trunc(Number(target.value))) * units[unit])}
      />
      <SelectField
        name="unit"
        label="יחידה"
        value={unit}
        onChange={({ target }) => {
          const next = target.value as Unit
          setUnit(next)
          onChange(amount * units[next])
        }}
      >
        <option value="day">ימים</option>
        <option value="hour">שעות</option>
        <option value="minute">דקות</option>
      </SelectField>
    </div>
  )
}
