import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { formText } from '#lib/forms/form-text.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { formatPhone, phoneInvalid } from '#lib/format-phone.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import type { Point, ShownContact } from '../contacts.data.ts'
import { EmailAddress, refusals } from '../contacts.ts'
import { usePoints } from './points.data.ts'

type Kind = Point['kind']
type Props = {
  contact: Pick<ShownContact, 'id' | 'points'>
  /** The contact point to edit; `new` adds one; undefined means closed. */
  open: Point | 'new' | undefined
  onClose: () => void
}

/** Adds or edits a contact point. The first of its kind is primary. */
export function PointDialog({ contact, open, onClose }: Props) {
  const title = open === 'new' || !open ? 'הוספת טלפון או דוא״ל' : open.kind === 'phone' ? 'תיקון טלפון' : 'תיקון דוא״ל'
  return (
    <Dialog open={open !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()} title={title}>
      {open && <PointForm contact={contact} point={open === 'new' ? undefined : open} onDone={onClose} />}
    </Dialog>
  )
}

function PointForm({
  contact,
  point,
  onDone,
}: Pick<Props, 'contact'> & { point: Point | undefined; onDone: () => void }) {
  const [kind, setKind] = useState<Kind>(point?.kind ?? 'phone')
  const [error, setError] = useState<string | undefined>()
  const { add, change } = usePoints(contact.id)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const value_raw = formText(new FormData(form), 'value')
    const value_norm = kind === 'phone' ? parsePhone(value_raw) : EmailAddress.safeParse(value_raw).data
    if (!value_norm) {
      setError(kind === 'phone' ? phoneInvalid : refusals.email_invalid)
      form.querySelector('input')?.focus()
      return
    }
    try {
      if (point) {
        await change.mutateAsync({ id: point.id, value_raw, value_norm })
        const before = { id: point.id, value_raw: point.value_raw, value_norm: point.value_norm }
        offerUndo({ title: 'הפרט תוקן', undo: () => change.mutateAsync(before) })
      } else {
        const is_primary = !contact.points.some((one) => one.kind === kind)
        await add.mutateAsync({ contact_id: contact.id, kind, value_raw, value_norm, is_primary })
      }
      onDone()
    } catch (failure) {
      setError(refusalText(failure, refusals))
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <DialogBody>
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
          error={error}
        />
      </DialogBody>
      <FormActions words={point ? 'שמירה' : 'הוספה'} busy={add.isPending || change.isPending} onBack={onDone} />
    </form>
  )
}
