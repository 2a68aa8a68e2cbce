import { type SubmitEvent, useRef, useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useAddField, useChangeField } from '#platform/fields/fields.data.ts'
import {
  type CustomFieldDef,
  type FieldEntity,
  type FieldOption,
  type FieldType,
  fieldTypes,
  hasOptions,
  refusals,
  typeLabels,
} from '#platform/fields/fields.ts'
import { formText } from '#lib/forms/form-text.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { OptionsEditor } from './options-editor.tsx'

type Props = { entity: FieldEntity; edited: { field?: CustomFieldDef } | undefined; onClose: () => void }

export function FieldDialog({ entity, edited, onClose }: Props) {
  return (
    <Dialog
      open={edited !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={edited?.field ? 'עריכת שדה' : 'שדה חדש'}
    >
      {edited && <FieldForm entity={entity} field={edited.field} onDone={onClose} />}
    </Dialog>
  )
}

const beside: Record<string, 'label' | 'options'> = {
  field_label_length: 'label',
  field_label_taken: 'label',
  field_options_invalid: 'options',
  field_option_removed: 'options',
}

function FieldForm({
  entity,
  field,
  onDone,
}: {
  entity: FieldEntity
  field: CustomFieldDef | undefined
  onDone: () => void
}) {
  const [type, setType] = useState<FieldType>(field?.type ?? 'text')
  const [options, setOptions] = useState<FieldOption[]>(field?.options ?? [])
  const [faults, setFaults] = useState<{ label?: string; options?: string; all?: string }>({})
  const name = useRef<HTMLInputElement>(null)
  const add = useAddField()
  const change = useChangeField()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const label = oneLine(formText(form, 'label'))
    const written = hasOptions(type) ? options.map((option) => ({ ...option, label: oneLine(option.label) })) : []
    const required = form.has('required')
    if (label === '') {
      setFaults({ label: 'שדה חובה' })
      return name.current?.focus()
    }
    if (hasOptions(type) && written.filter(({ hidden }) => !hidden).length === 0)
      return setFaults({ options: 'יש להוסיף לפחות אפשרות אחת' })
    if (written.some((option) => option.label === '')) return setFaults({ options: 'יש אפשרות בלי שם' })
    setFaults({})
    const callbacks = {
      onSuccess() {
        toast.success(field ? 'השדה נשמר' : 'השדה נוסף, ומחכה בכרטיסים')
        onDone()
      },
      onError: (error: Error) => setFaults({ [beside[refusalCode(error)] ?? 'all']: refusalText(error, refusals) }),
    }
    if (field) return change.mutate({ seen: field, change: { label, options: written, required } }, callbacks)
    return add.mutate({ entity, label, type, options: written, required }, callbacks)
  }

  return (
    <form noValidate onSubmit={submit}>
      <DialogBody>
        <FormError>{faults.all}</FormError>
        <TextField
          ref={name}
          name="label"
          label="שם השדה"
          required
          maxLength={60}
          autoComplete="off"
          defaultValue={field?.label}
          error={faults.label}
        />
        <SelectField
          name="type"
          label="סוג"
          value={type}
          disabled={field !== undefined}
          {...(field && { hint: 'הסוג קבוע, כדי שמה שכבר מולא יישאר נכון' })}
          onChange={({ target }) => setType(fieldTypes.find((one) => one === target.value) ?? 'text')}
        >
          {fieldTypes.map((one) => (
            <option key={one} value={one}>
              {typeLabels[one]}
            </option>
          ))}
        </SelectField>
        {hasOptions(type) && (
          <OptionsEditor options={options} saved={field?.options ?? []} onChange={setOptions} error={faults.options} />
        )}
        <CheckField
          name="required"
          label="חובה בטפסים"
          hint="במערכת לא שומרים בלעדיו. פניות מהאתר וייבוא נכנסים גם בלי, והשדה יסומן כחסר"
          defaultChecked={field?.required}
        />
      </DialogBody>
      <FormActions
        words={field ? 'שמירת השדה' : 'הוספת השדה'}
        busy={add.isPending || change.isPending}
        onBack={onDone}
      />
    </form>
  )
}
