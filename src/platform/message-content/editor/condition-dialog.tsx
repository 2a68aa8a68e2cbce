// The condition of a block: a field that is set, missing, or has a given value.
import { type FormEvent, useState } from 'react'
import { parseCondition } from '#lib/templates/parse-template.ts'
import { formText } from '#lib/forms/form-text.ts'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { fieldGroups, fieldsWithoutLinks } from './field-list.ts'

type Props = { when: string; fields: readonly MergeField[]; onClose: () => void; onChange: (when: string) => void }

const operators = { is: 'שווה ל', not: 'שונה מ', filled: 'מלא', empty: 'חסר' } as const
type Operator = keyof typeof operators

export function ConditionDialog({ when, fields, onClose, onChange }: Props) {
  const condition = parseCondition(when)
  const [name, setName] = useState(condition?.name ?? 'תגית')
  const [operator, setOperator] = useState<Operator>(() => operatorOf(condition))
  const [error, setError] = useState<string>()
  const field = fields.find((one) => one.name === name)
  const options = Object.values(field?.labels ?? {})
  const needsValue = operator === 'is' || operator === 'not'
  const finish = (changed: string) => {
    onChange(changed)
    onClose()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const value = formText(new FormData(event.currentTarget), 'value').trim()
    const not = operator === 'not' || operator === 'empty' ? 'לא ' : ''
    const changed = `${not}${name}${needsValue ? `=${value}` : ''}`
    if ((needsValue && !value) || /[{}|\n]/.test(value) || !parseCondition(changed))
      return setError('יש לכתוב ערך, בלי סוגריים מסולסלים ובלי הסימן =')
    finish(changed)
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="למי להציג את החלק">
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <SelectField name="field" label="שדה" value={name} onChange={({ target }) => setName(target.value)}>
            {fieldGroups(fieldsWithoutLinks(fields)).map(({ group, fields: inGroup }) => (
              <optgroup key={group} label={group}>
                {inGroup.map((one) => (
                  <option key={one.name} value={one.name}>
                    {one.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </SelectField>
          <SelectField
            name="operator"
            label="תנאי"
            value={operator}
            onChange={({ target }) => setOperator(target.value as Operator)}
          >
            {Object.entries(operators).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
          {needsValue &&
            (options.length > 0 ? (
              <SelectField name="value" label="ערך" defaultValue={condition?.value} error={error}>
                {options.map((option) => (
                  <option key={option}>{option}</option>
                ))}
              </SelectField>
            ) : (
              <TextField
                name="value"
                label="ערך"
                hint="בדיוק כפי שהוא כתוב במערכת"
                maxLength={80}
                autoComplete="off"
                defaultValue={condition?.value}
                error={error}
              />
            ))}
        </DialogBody>
        <DialogActions>
          <Button type="submit" look="primary">
            שמירת התנאי
          </Button>
          {when && (
            <Button look="ghost" onClick={() => finish('')}>
              להציג לכולם
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

const operatorOf = (condition: ReturnType<typeof parseCondition>): Operator =>
  condition?.value === undefined && condition
    ? condition.isNegated
      ? 'empty'
      : 'filled'
    : condition?.isNegated
      ? 'not'
      : 'is'
