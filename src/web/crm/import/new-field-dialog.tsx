import { type SubmitEvent } from 'react'
import { useAddField } from '#features/fields/fields.data.ts'
import { type FieldType, refusals, typeLabels } from '#features/fields/fields.ts'
import { z } from '#lib/schema.ts'
import { Dialog, DialogBody, FormActions } from '#ui/dialog.tsx'
import { ErrorText, SelectField, TextField } from '#ui/field.tsx'
import { useCheckedForm } from '../use-checked-form.ts'

// A choice needs its options, which are made in the settings.
const offered: readonly FieldType[] = ['text', 'number', 'money', 'date', 'checkbox', 'phone', 'url']

const AskedField = z.object({
  label: z.string().trim().min(1, 'שדה חובה').max(60, 'עד 60 תווים'),
  type: z.enum(['text', 'number', 'money', 'date', 'checkbox', 'phone', 'url']),
})

type Props = {
  /** How the column is called; undefined while nothing is asked. */
  label: string | undefined
  onClose: () => void
  onMade: (key: string) => void
}

/** A field of the business's own, made on the way. It stays when the import is taken back. */
export const NewFieldDialog = ({ label, onClose, onMade }: Props) => (
  <Dialog
    open={label !== undefined}
    onOpenChange={(open) => !open && onClose()}
    title="שדה חדש לאנשי קשר"
    text="השדה יופיע בכל כרטיס של איש קשר, גם אם הייבוא יבוטל. שדות של בחירה מרשימה מוסיפים בהגדרות."
  >
    {label !== undefined && <FieldForm label={label} onClose={onClose} onMade={onMade} />}
  </Dialog>
)

function FieldForm({ label, onClose, onMade }: Props & { label: string }) {
  const { faults, read, refused } = useCheckedForm(AskedField, {
    refusals,
    fields: { field_label_taken: 'label', field_label_length: 'label' },
  })
  const adding = useAddField()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    const asked = read(event)
    if (asked) adding.mutate({ entity: 'contact', ...asked }, { onSuccess: ({ key }) => onMade(key), onError: refused })
  }
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        {faults['all'] && (
          <div role="alert">
            <ErrorText>{faults['all']}</ErrorText>
          </div>
        )}
        <TextField
          name="label"
          label="שם השדה"
          required
          defaultValue={label}
          error={faults['label']}
          autoComplete="off"
        />
        <SelectField name="type" label="סוג" defaultValue="text" error={faults['type']}>
          {offered.map((type) => (
            <option key={type} value={type}>
              {typeLabels[type]}
            </option>
          ))}
        </SelectField>
      </DialogBody>
      <FormActions words="הוספת השדה" busy={adding.isPending} onBack={onClose} />
    </form>
  )
}
