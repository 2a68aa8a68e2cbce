import { isHexColour, type Seed } from '#platform/business-profile/brand.ts'
import { TextField } from '#ui/forms/field.tsx'

const names: Record<Seed, string> = { primary: 'ראשי', secondary: 'משני', accent: 'הדגשה' }

/** A colour picker with a hex field; the # is optional. */
export function ColourField({
  seed,
  value,
  onChange,
}: {
  seed: Seed
  value: string
  onChange: (colour: string) => void
}) {
  const isColour = isHexColour(value)
  return (
    <div className="colour">
      <input
        className="colour__well"
        type="color"
        aria-label={`בחירת צבע: ${names[seed]}`}
        value={isColour ? value : '#000000'}
        onChange={(event) => onChange(event.target.value)}
      />
      <TextField
        label={names[seed]}
        name={seed}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        maxLength={9}
        value={value}
        onChange={(event) => onChange(withSign(event.target.value))}
        error={isColour ? undefined : 'יש להזין צבע בן שש ספרות, למשל ‎#2F5D50'}
      />
    </div>
  )
}

const withSign = (typed: string) => {
  const colour = typed.trim()
  return /^[0-9a-f]{6}$/i.test(colour) ? `#${colour}` : colour
}
