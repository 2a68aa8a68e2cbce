// A link target: a URL, or a personal link generated for each recipient.
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { WebAddress } from '../message-blocks.ts'

type Props = {
  name: string
  fields: readonly MergeField[]
  value: string
  onChange: (to: string) => void
  error?: string | undefined
}

export function AddressField({ name, fields, value, onChange, error }: Props) {
  const links = fields.filter(({ kind }) => kind === 'link')
  const selected = links.find((link) => tokenOf(link) === value)
  return (
    <>
      <SelectField
        name={`${name}-kind`}
        label="לאן"
        value={selected?.name ?? ''}
        onChange={({ target }) => {
          const link = links.find((one) => one.name === target.value)
          onChange(link ? tokenOf(link) : '')
        }}
      >
        <option value="">כתובת</option>
        {links.map((link) => (
          <option key={link.name} value={link.name}>
            {link.label}
          </option>
        ))}
      </SelectField>
      {!selected && (
        <TextField
          name={name}
          label="הכתובת"
          hint="עמוד באתר, כתובת מלאה, דוא״ל או טלפון"
          dir="ltr"
          placeholder="/blog"
          maxLength={500}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          error={error}
        />
      )}
    </>
  )
}

const tokenOf = ({ name }: MergeField) => `{{${name}}}`

/** Completes shorthand input: example.com, noa@example.com, 03-0000000. Undefined if it is no address. */
export function readAddress(typed: string): string | undefined {
  const text = typed.trim()
  const whole = /^[^\s@/:{]+@[^\s@/:]+\.\w+$/.test(text)
    ? `mailto:${text}`
    : /^\+?[\d-]{7,}$/.test(text)
      ? `tel:${text}`
      : /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text)
        ? `https://${text}`
        : text
  return WebAddress.safeParse(whole).success ? whole : undefined
}
