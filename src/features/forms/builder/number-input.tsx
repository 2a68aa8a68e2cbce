import { useState } from 'react'
import { TextField } from '#ui/forms/field.tsx'

type Props = {
  name: string
  label: string
  value: number | undefined
  /** Undefined when the input is cleared. Invalid numbers are not reported. */
  onChange: (value: number | undefined) => void
  least?: number
  most?: number
  /** Factor between the typed and the stored number, such as 100 for agorot. */
  scale?: number
  isWhole?: boolean
}

/** An optional number input. */
export function NumberInput({ name, label, value, onChange, least = 0, most = 1e9, scale = 1, isWhole = true }: Props) {
  const [typed, setTyped] = useState(value === undefined ? '' : String(value / scale))
  const [error, setError] = useState<string>()
  return (
    <TextField
      name={name}
      label={label}
      dir="ltr"
      inputMode="decimal"
      maxLength={15}
      autoComplete="off"
      value={typed}
      error={error}
      onChange={({ target }) => {
        setTyped(target.value)
        const text = target.value.trim().replaceAll(',', '')
        const number = Number(text)
        const isFine =
          Number.isFinite(number) && number >= least && number <= most && (!isWhole || Number.isInteger(number))
        setError(isFine ? undefined : `מספר בין ${least.toLocaleString('he-IL')} ל־${most.toLocaleString('he-IL')}`)
        if (text === '') onChange(undefined)
        else if (isFine) onChange(Math.round(number * scale * 1e6) / 1e6)
      }}
    />
  )
}
