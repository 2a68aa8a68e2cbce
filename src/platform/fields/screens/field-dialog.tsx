import { useState } from 'react'
import { useAddField, useChangeField } from '#platform/fields/fields.data.ts'
import {
  type CustomFieldDef,
  FieldEdit,
  type FieldEntity,
  type FieldOption,
  type FieldType,
  fieldTypes,
  hasOptions,
  refusals,
  typeLabels,
} from '#platform/fields/fields.ts'
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx'
import { OptionsEditor } from './options-editor.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { useSeenRow } from '#platform/editing/use-seen-row.ts'

type Props = { entity: FieldEntity; edited: { field?: CustomFieldDef } | undefined; onClose: () => void }

export const FieldDialog = ({ entity, edited, onClose }: Props) => (
  <RecordDialog open={edited !== undefined} onClose={onClose} title={edited?.field ? 'עריכת שדה' : 'שדה חדש'}>
    {edited && <FieldForm entity={entity} field={edited.field} />}
  </RecordDialog>
)

const fields = {
  field_label_length: 'label',
  field_label_taken: 'label',
  field_options_invalid: 'options',
  field_option_removed: 'options',
}

function FieldForm({ entity, field }: { entity: FieldEntity; field: CustomFieldDef | undefined }) {
  const [type, setType] = useState<FieldType>(field?.type ?? 'text')
  const [options, setOptions] = useState<FieldOption[]>(field?.options ?? [])
  const { opened, seen, noteConflict } = useSeenRow(field)
  const add = useAddField()
  const change = useChangeField()
  return (
    <RecordForm
      schema={FieldEdit}
      values={{ type, options: hasOptions(type) ? options : [] }}
      refusals={refusals}
      fields={fields}
      save={async ({ type, ...edit }) => {
        if (seen) {
          const merged = mergeOptions(opened?.options ?? [], seen.options, edit.options)
          await noteConflict(change.mutateAsync({ seen, change: { ...edit, options: merged } }))
        } else await add.mutateAsync({ entity, type, ...edit })
      }}
      saved={field ? 'השדה נשמר' : 'השדה נוסף, ומחכה בכרטיסים'}
      action={field ? 'שמירת השדה' : 'הוספת השדה'}
    >
      {(errors) => (
        <>
          <TextField
            name="label"
            label="שם השדה"
            required
            maxLength={60}
            autoComplete="off"
            defaultValue={field?.label}
            error={errors['label']}
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
            <OptionsEditor
              options={options}
              saved={field?.options ?? []}
              onChange={setOptions}
              error={errors['options']}
            />
          )}
          <CheckField
            name="required"
            label="חובה בטפסים"
            hint="במערכת לא שומרים בלעדיו. פניות מהאתר וייבוא נכנסים גם בלי, והשדה יסומן כחסר"
            defaultChecked={field?.required}
          />
        </>
      )}
    </RecordForm>
  )
}

/**
 * Unedited options get the stored values. Saved options cannot be removed here: a saved option that is missing in the
 * form was added by a colleague.
 */
function mergeOptions(opened: readonly FieldOption[], stored: readonly FieldOption[], edited: readonly FieldOption[]) {
  const optionOf = (options: readonly FieldOption[], id: string) => options.find((option) => option.id === id)
  const isUnedited = ({ id, label, hidden = false }: FieldOption) => {
    const before = optionOf(opened, id)
    return before?.label === label && (before.hidden ?? false) === hidden
  }
  return [
    ...edited.map((option) => (isUnedited(option) ? (optionOf(stored, option.id) ?? option) : option)),
    ...stored.filter(({ id }) => !optionOf(edited, id)),
  ]
}
