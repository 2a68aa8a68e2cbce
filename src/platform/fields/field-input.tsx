import '#ui/forms/field.css'
import { TextField, TextAreaField, SelectField, ErrorText } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { type CustomFieldDef, editableValue } from './fields.ts'

/** Input control of a field, named by the field's key. `readField` reads it from the form. */
export function FieldInput({ def, value, error }: { def: CustomFieldDef; value: unknown; error?: string | undefined }) {
  const field = { name: def.key, label: def.label, required: def.required, error }
  const typed = editableValue(def, value)
  switch (def.type) {
    case 'checkbox':
      return (
        <SelectField {...field} defaultValue={typed}>
          <option value="">לא ידוע</option>
          <option>כן</option>
          <option>לא</option>
        </SelectField>
      )
    case 'select':
      return (
        <SelectField {...field} defaultValue={typed}>
          <option value="">{def.required ? 'בחירה' : 'ללא'}</option>
          {offered(def, [value]).map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      )
    case 'multi':
      return <Choices def={def} chosen={Array.isArray(value) ? value : []} error={error} />
    case 'text':
      return typed.length > 60 || typed.includes('\n') ? (
        <TextAreaField {...field} rows={3} dir="auto" maxLength={2000} defaultValue={typed} />
      ) : (
        <TextField {...field} dir="auto" autoComplete="off" maxLength={2000} defaultValue={typed} />
      )
    case 'date':
      return <DayField {...field} min="1900-01-01" max="2199-12-31" defaultValue={typed} />
    case 'number':
    case 'money':
      return (
        <TextField
          {...field}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed}
          {...(def.type === 'money' && { hint: 'בשקלים' })}
        />
      )
    case 'phone':
    case 'url':
      return (
        <TextField
          {...field}
          dir="ltr"
          type={def.type === 'phone' ? 'tel' : 'url'}
          autoComplete="off"
          defaultValue={typed}
        />
      )
  }
}

function Choices({ def, chosen, error }: { def: CustomFieldDef; chosen: unknown[]; error: string | undefined }) {
  return (
    <fieldset className="field">
      <legend className="label">
        {def.label}
        {def.required && (
          <span className="req" aria-hidden="true">
            {' *'}
          </span>
        )}
      </legend>
      {offered(def, chosen).map(({ id, label }) => (
        <label key={id} className="check">
          <input type="checkbox" name={def.key} value={id} defaultChecked={chosen.includes(id)} />
          <span>{label}</span>
        </label>
      ))}
      {error && <ErrorText>{error}</ErrorText>}
    </fieldset>
  )
}

/** Options to show: visible ones, and those the record already has. */
const offered = (def: CustomFieldDef, held: readonly unknown[]) =>
  def.options.filter(({ id, hidden }) => !hidden || held.includes(id))
