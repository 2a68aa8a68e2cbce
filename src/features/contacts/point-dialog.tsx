import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { formText } from '#lib/form-text.ts'
import { parsePhone, phoneInvalid } from '#lib/phone.ts'
import { Dialog, DialogBody, FormActions } from '#ui/dialog.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { type ShownContact, useAddPoint } from './contacts.data.ts'
import { EmailAddress, refusals } from './contacts.ts'

type Kind = 'phone' | 'email'

/** One more way to reach somebody. The first of its kind is the main one. */
export function PointDialog({
  contact,
  open,
  onOpenChange,
}: {
  contact: ShownContact
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="הוספת טלפון או דוא״ל">
      {open && <PointForm contact={contact} onDone={() => onOpenChange(false)} />}
    </Dialog>
  )
}

function PointForm({ contact, onDone }: { contact: ShownContact; onDone: () => void }) {
  const [kind, setKind] = useState<Kind>('phone')
  const [error, setError] = useState<string | undefined>()
  const add = useAddPoint()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const value_raw = formText(new FormData(event.currentTarget), 'value')
    const value_norm = kind === 'phone' ? parsePhone(value_raw) : EmailAddress.safeParse(value_raw).data
    if (!value_norm) {
      setError(kind === 'phone' ? phoneInvalid : refusals.email_invalid)
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    const is_primary = !contact.points.some((point) => point.kind === kind)
    add.mutate(
      { contact_id: contact.id, kind, value_raw, value_norm, is_primary },
      { onSuccess: onDone, onError: (failure) => setError(refusalText(failure, refusals)) },
    )
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <SelectField
          label="סוג"
          name="kind"
          value={kind}
          onChange={(event) => setKind(event.target.value === 'email' ? 'email' : 'phone')}
        >
          <option value="phone">טלפון</option>
          <option value="email">דוא״ל</option>
        </SelectField>
        <TextField
          key={kind}
          label={kind === 'phone' ? 'מספר טלפון' : 'כתובת דוא״ל'}
          name="value"
          type={kind === 'phone' ? 'tel' : 'email'}
          required
          autoComplete="off"
          error={error}
        />
      </DialogBody>
      <FormActions words="הוספה" busy={add.isPending} onBack={onDone} />
    </form>
  )
}
