import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useAddField } from '#platform/fields/fields.data.ts'
import {
  type FieldType,
  fieldTypes,
  hasOptions,
  maxOptionLength,
  maxOptions,
  newOptionId,
  refusals,
  typeLabels,
} from '#platform/fields/fields.ts'
import { type ColumnQuery, useColumnValues } from '#features/imports/imports.data.ts'
import { z } from '#lib/schema.ts'
import { DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { ErrorText, SelectField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'
import { RecordDialog } from '#platform/editing/record-dialog.tsx'

const NewFieldInput = z.object({
  label: z.string().trim().min(1, 'שדה חובה').max(60, 'עד 60 תווים'),
  type: z.enum(fieldTypes),
})

type Column = Omit<ColumnQuery, 'separately'>
type Props = {
  /** The column the field is created for; undefined while closed. */
  column: Column | undefined
  /** Title of the column. */
  label: string
  onClose: () => void
  onMade: (key: string) => void
}

/** Creates a custom field during the import. A rollback does not remove the field. */
export const NewFieldDialog = ({ column, ...form }: Props) => (
  <RecordDialog
    open={column !== undefined}
    onClose={form.onClose}
    title="שדה חדש לאנשי קשר"
    text="השדה יופיע בכל כרטיס של איש קשר, גם אם הייבוא יבוטל."
  >
    {column && <FieldForm column={column} {...form} />}
  </RecordDialog>
)

function FieldForm({ column, label, onClose, onMade }: Props & { column: Column }) {
  const { errors, read, refused } = useValidatedForm(NewFieldInput, {
    refusals,
    fields: { field_label_taken: 'label', field_label_length: 'label' },
  })
  const adding = useAddField()
  const [type, setType] = useState<FieldType>('text')
  const values = useColumnValues({ ...column, separately: type === 'multi' }, hasOptions(type))
  const problem = hasOptions(type) && values.data ? problemOf(values.data) : undefined
  const isWaiting = hasOptions(type) && !values.data

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const field = read(event)
    if (!field || problem || isWaiting) return
    const options = hasOptions(field.type) ? values.data!.map((value) => ({ id: newOptionId(), label: value })) : []
    adding.mutate({ entity: 'contact', ...field, options }, { onSuccess: ({ key }) => onMade(key), onError: refused })
  }
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <FormError>{errors['all']}</FormError>
        <TextField
          name="label"
          label="שם השדה"
          required
          defaultValue={label}
          error={errors['label']}
          autoComplete="off"
        />
        <SelectField
          name="type"
          label="סוג"
          value={type}
          onChange={({ target }) => setType(target.value as FieldType)}
          error={errors['type'] ?? problem}
        >
          {fieldTypes.map((one) => (
            <option key={one} value={one}>
              {typeLabels[one]}
            </option>
          ))}
        </SelectField>
        {hasOptions(type) && !problem && <Choices values={values.data} error={values.error} />}
      </DialogBody>
      <FormActions words="הוספת השדה" busy={adding.isPending} onBack={onClose} />
    </form>
  )
}

/** Select options, taken from the column's values. */
function Choices({ values, error }: { values: readonly string[] | undefined; error: unknown }) {
  if (error) return <ErrorText>{refusalText(error, refusals)}</ErrorText>
  if (!values) return <Loading />
  return (
    <div className="new-field__choices">
      <p>האפשרויות, מתוך העמודה. אפשר לשנות אותן אחר כך בהגדרות:</p>
      <ul>
        {values.map((value) => (
          <li key={value}>
            <bdi>{value}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

function problemOf(values: readonly string[]): string | undefined {
  if (values.length === 0) return 'העמודה ריקה, ואין ממה ליצור אפשרויות. בחרו סוג אחר'
  if (values.length > maxOptions) return `בעמודה יותר מ־${maxOptions} ערכים שונים. לעמודה כזו מתאים טקסט`
  if (values.some((value) => value.length > maxOptionLength))
    return `יש בעמודה ערך ארוך מ־${maxOptionLength} תווים. לעמודה כזו מתאים טקסט`
  return undefined
}
