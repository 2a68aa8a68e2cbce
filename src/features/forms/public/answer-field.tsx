import './answer-field.css'
import { controlName, type Entries, textAt } from '#platform/forms/answers/entries.ts'
import type { Field, FieldOf } from '#platform/forms/definition/field-schema.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { fieldId } from '#ui/forms/plain-form.tsx'
import { ChoiceField } from './choice-field.tsx'
import { FileField, type FileParts } from './file-field.tsx'
import { idPrefix } from './form-view.ts'
import { AddressField, BankField, TableField } from './parts-field.tsx'

export type AnswerParts = {
  field: Field
  /** Label with inserted answers. */
  label: string
  help: string | undefined
  entries: Entries
  error: string | undefined
  marketing: { id: string; text: string } | null
  /** Text of a computed value. */
  computed: string
  file: FileParts
}

/** One form field by kind. Uncontrolled, so that input typed before hydration is preserved. */
export function AnswerField(parts: AnswerParts) {
  const { field, label, help, entries, error, marketing, computed, file } = parts
  if (field.kind === 'statement') return <Statement label={label} text={help} />
  if (field.kind === 'calculated')
    return (
      <p className="answer-computed">
        <span>{label}</span> <output>{computed || '—'}</output>
      </p>
    )
  const name = controlName(field.key)
  const value = textAt(entries, field.key)
  if (field.kind === 'hidden') return <input type="hidden" name={name} defaultValue={value} />
  const id = fieldId(idPrefix, field.key)
  const group = { id, name, entries, label, help, error, required: field.required }
  const control = {
    large: true,
    id,
    name,
    label,
    hint: help,
    error,
    defaultValue: value,
    ...(field.required ? { required: true } : { optional: '(לא חובה)' }),
  }
  switch (field.kind) {
    case 'consent':
      return (
        <Consent
          field={field}
          marketing={marketing}
          check={{ id, name, error, hint: help, ...(field.required && { required: true }) }}
          isTicked={value !== ''}
        />
      )
    case 'long_text':
      return <TextAreaField {...control} rows={4} maxLength={field.most ?? 4000} dir="auto" />
    case 'text':
      return (
        <TextField
          {...control}
          maxLength={field.most ?? 200}
          dir="auto"
          autoComplete={field.format === 'name' ? 'name' : 'off'}
        />
      )
    case 'signature':
      return <TextField {...control} maxLength={100} dir="auto" autoComplete="off" hint={help ?? 'כתיבת השם המלא היא חתימה'} /> // prettier-ignore
    case 'email':
      return <TextField {...control} type="email" autoComplete="email" maxLength={254} />
    case 'phone':
      return <TextField {...control} type="tel" autoComplete="tel" maxLength={60} />
    case 'number':
      return <TextField {...control} inputMode="decimal" dir="ltr" maxLength={30} hint={help ?? field.unit} />
    case 'money':
      return <TextField {...control} inputMode="decimal" dir="ltr" maxLength={30} hint={help ?? 'בשקלים, אפשר בערך'} />
    case 'id_number':
      return <TextField {...control} inputMode="numeric" dir="ltr" maxLength={11} autoComplete="off" hint={help ?? 'תשע ספרות, כולל ספרת הביקורת'} /> // prettier-ignore
    case 'date':
      return <TextField {...control} dir="ltr" maxLength={30} autoComplete="off" hint={help ?? 'לדוגמה 22.11.2026'} />
    case 'time':
      return <TextField {...control} dir="ltr" maxLength={10} autoComplete="off" hint={help ?? 'לדוגמה 14:30'} />
    case 'dropdown':
      return (
        <>
          <SelectField {...control}>
            <option value="">בחירה</option>
            {field.options.map((option) => (
              <option key={option.key} value={option.key}>
                {option.label}
              </option>
            ))}
            {field.other && <option value="other">אחר</option>}
          </SelectField>
          {field.other && (
            <TextField
              large
              id={`${id}-other`}
              name={`${name}.other`}
              label="פירוט, אם בחרתם אחר"
              dir="auto"
              maxLength={300}
              defaultValue={textAt(entries, `${field.key}.other`)}
            />
          )}
        </>
      )
    case 'address':
      return <AddressField {...group} fieldKey={field.key} />
    case 'bank_account':
      return <BankField {...group} fieldKey={field.key} />
    case 'table':
      return <TableField {...group} field={field} />
    case 'file':
      return <FileField {...group} {...file} fieldKey={field.key} />
    default:
      return <ChoiceField {...group} field={field} />
  }
}

type ConsentProps = {
  field: FieldOf<'consent'>
  marketing: AnswerParts['marketing']
  check: { id: string; name: string; error: string | undefined; hint: string | undefined; required?: boolean }
  isTicked: boolean
}

/** The marketing checkbox uses the current consent text of the business. */
function Consent({ field, marketing, check, isTicked }: ConsentProps) {
  const text = field.purpose === 'marketing' ? marketing?.text : field.text
  return text === undefined ? null : <CheckField {...check} large label={text} defaultChecked={isTicked} />
}

const Statement = ({ label, text }: { label: string; text: string | undefined }) => (
  <div className="answer-statement">
    <p className="answer-statement__title">{label}</p>
    {text && <p>{text}</p>}
  </div>
)
