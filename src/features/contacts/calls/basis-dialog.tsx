import { type SubmitEvent, useState } from 'react'
import { dayOf, instantAt } from '#lib/time/dates.ts'
import { formText } from '#lib/forms/form-text.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import type { ShownContact } from '../contacts.data.ts'
import { useEditContact } from '../use-edit-contact.ts'
import { basisLabels } from './call-permission.ts'

type Props = { contact: ShownContact; now: Date; open: boolean; onOpenChange: (open: boolean) => void }
type Basis = keyof typeof basisLabels

/** Documents the legal basis of marketing calls: kind, date and proof. */
export const BasisDialog = (props: Props) => (
  <Dialog open={props.open} onOpenChange={props.onOpenChange} title="מה מתיר שיחה שיווקית">
    {props.open && <BasisForm {...props} />}
  </Dialog>
)

function BasisForm({ contact, now, onOpenChange }: Props) {
  const edit = useEditContact(contact)
  const [isBusy, setBusy] = useState(false)
  const [faults, setFaults] = useState<{ day?: string; note?: string }>({})

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const basis = (formText(form, 'basis') || null) as Basis | null
    const day = formText(form, 'day')
    const note = oneLine(formText(form, 'note'))
    const found = {
      ...(basis && !day && { day: 'שדה חובה' }),
      ...(day > dayOf(now) && { day: 'התאריך עוד לא הגיע' }),
      ...(basis && note.length < 4 && { note: 'כתבו איפה אפשר לראות את זה: שיחה, טופס, חוזה' }),
    }
    setFaults(found)
    const wrong = Object.keys(found)[0]
    if (wrong) return event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    setBusy(true)
    const isSaved = await edit(
      {
        call_basis: basis,
        call_basis_at: basis && instantAt(day, '12:00').toISOString(),
        call_basis_note: basis && note,
      },
      basis ? 'הסיבה לשיחה נרשמה' : 'הסיבה לשיחה הוסרה',
    )
    setBusy(false)
    if (isSaved) onOpenChange(false)
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <DialogBody>
        <SelectField label="סיבה" name="basis" defaultValue={contact.call_basis ?? 'callback'}>
          {Object.entries(basisLabels).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
          {contact.call_basis && <option value="">אין סיבה</option>}
        </SelectField>
        <TextField
          label="מתי"
          name="day"
          type="date"
          max={dayOf(now)}
          defaultValue={dayOf(contact.call_basis_at ?? now)}
          error={faults.day}
        />
        <TextField
          label="הוכחה"
          name="note"
          maxLength={300}
          defaultValue={contact.call_basis_note ?? ''}
          hint="איפה זה נאמר או נכתב: שיחה, טופס, חוזה"
          error={faults.note}
        />
      </DialogBody>
      <FormActions words="שמירה" busy={isBusy} onBack={() => onOpenChange(false)} />
    </form>
  )
}
