// Days before or after a date, typed with a minus for before.
import { useState } from 'react'
import { TextField } from '#ui/forms/field.tsx'

export function OffsetDaysField({ value, onChange }: { value: number; onChange: (days: number) => void }) {
  const [typed, setTyped] = useState(String(value))
  // The value of the input is empty while only the minus is typed. Another value would replace the minus.
  const text = typed === '' || Number(typed) === value ? typed : String(value)
  return (
    <TextField
      name="offsetDays"
      type="number"
      min={-365}
      max={365}
      label="ימים אחרי (מינוס: לפני)"
      value={text}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.value !== '') onChange(Math.trunc(Number(target.value)))
      }}
      onBlur={() => setTyped(String(value))}
    />
  )
}
