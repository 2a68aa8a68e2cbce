import { useState } from 'react'
import { formatPhone } from '#lib/format-phone.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import type { Point, ShownContact } from '../contacts.data.ts'
import { PointEdit, refusals } from '../contacts.ts'
import { usePoints } from './points.data.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { useSeenRow } from '#platform/editing/use-seen-row.ts'
import type { FieldErrors } from '#platform/editing/use-validated-form.ts'

type Props = {
  contact: Pick<ShownContact, 'id' | 'points'>
  /** The contact point to edit; `new` adds one; undefined means closed. */
  open: Point | 'new' | undefined
  onClose: () => void
}

const fields = Object.fromEntries(Object.keys(refusals).map((code) => [code, 'value']))

/** Adds or edits a contact point. The first of its kind is primary. */
export function PointDialog({ contact, open, onClose }: Props) {
  const opened = open === 'new' ? undefined : open
  // The current row: after a conflict, the next save is based on it.
  const point = contact.points.find(({ id }) => id === opened?.id) ?? opened
  return (
    <RecordDialog
      open={open !== undefined}
      onClose={onClose}
      title={!point ? 'הוספת טלפון או דוא״ל' : point.kind === 'phone' ? 'תיקון טלפון' : 'תיקון דוא״ל'}
    >
      <PointForm contact={contact} point={point} />
    </RecordDialog>
  )
}

function PointForm({ contact, point }: Pick<Props, 'contact'> & { point: Point | undefined }) {
  const { add, correct } = usePoints(contact.id)
  const { seen, noteConflict } = useSeenRow(point)

  async function save({ kind, ...value }: PointEdit) {
    if (seen) return noteConflict(correct.mutateAsync({ seen, value }))
    const is_primary = !contact.points.some((one) => one.kind === kind)
    return add.mutateAsync({ contact_id: contact.id, kind, ...value, is_primary })
  }
  function offerPrevious({ value_norm }: PointEdit) {
    if (!seen) return
    const { id, value_raw, value_norm: former } = seen
    const undo = () => correct.mutateAsync({ seen: { id, value_norm }, value: { value_raw, value_norm: former } })
    offerUndo({ title: 'הפרט תוקן', undo })
  }

  return (
    <RecordForm
      schema={PointEdit}
      {...(point && { values: { kind: point.kind } })}
      refusals={refusals}
      fields={fields}
      save={save}
      saved={(_answer, typed) => offerPrevious(typed)}
      action={point ? 'שמירה' : 'הוספה'}
    >
      {(errors) => <PointFields point={point} errors={errors} />}
    </RecordForm>
  )
}

function PointFields({ point, errors }: { point: Point | undefined; errors: FieldErrors }) {
  const [kind, setKind] = useState<Point['kind']>(point?.kind ?? 'phone')
  return (
    <>
      {!point && (
        <SelectField
          label="סוג"
          name="kind"
          value={kind}
          onChange={(event) => setKind(event.target.value === 'email' ? 'email' : 'phone')}
        >
          <option value="phone">טלפון</option>
          <option value="email">דוא״ל</option>
        </SelectField>
      )}
      <TextField
        key={kind}
        label={kind === 'phone' ? 'מספר טלפון' : 'כתובת דוא״ל'}
        name="value"
        type={kind === 'phone' ? 'tel' : 'email'}
        defaultValue={point && (point.kind === 'phone' ? formatPhone(point.value_norm) : point.value_norm)}
        required
        autoComplete="off"
        error={errors['value']}
      />
    </>
  )
}
