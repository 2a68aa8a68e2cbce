import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { formText } from '#lib/forms/form-text.ts'
import { isolate, oneLine } from '#lib/hebrew/hebrew-text.ts'
import { ConflictNotice, type ForeignChange } from '#ui/states/conflict-notice.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { type ContactChanges, EditConflict, type ShownContact, useChangeContact } from './contacts.data.ts'
import { genderFormLabels, genderForms, lifecycleLabels, lifecycles, refusals, sources } from './contacts.ts'
import { differences } from './differences.ts'

type Staff = readonly { user_id: string; name: string }[]
type Edited = {
  contact: ShownContact
  staff: Staff
  /** Authors of the changes after a version. */
  whatChanged: (id: string, sinceVersion: number) => Promise<ForeignChange[]>
}
type Props = Edited & { open: boolean; onOpenChange: (open: boolean) => void }

/** Edits the main columns. On a conflict it shows the concurrent change and its author, and the user decides. */
export function ContactEditDialog({ open, onOpenChange, ...edited }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="עריכת פרטים">
      {open && <EditForm {...edited} onDone={() => onOpenChange(false)} />}
    </Dialog>
  )
}

function EditForm({ contact, staff, whatChanged, onDone }: Edited & { onDone: () => void }) {
  // The contact as it was when the dialog opened: the diff is against it, whatever live changes arrive.
  const [base] = useState(contact)
  const [seen, setSeen] = useState(contact)
  const [theirs, setTheirs] = useState<readonly ForeignChange[]>([])
  const [error, setError] = useState<string | undefined>()
  const change = useChangeContact(contact.id)

  async function showTheirs(now: ShownContact) {
    const changes = await whatChanged(seen.id, seen.version)
    const facts = differences(seen, now, (id) => staff.find(({ user_id }) => user_id === id)?.name)
    setTheirs(changes.length > 0 ? changes : [{ facts: facts.map(({ label, value }) => ({ label, is: value })) }])
    setSeen(now)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const changes = changed(base, new FormData(event.currentTarget))
    if (Object.keys(changes).length === 0) return onDone()
    if (changes.first_name === '') return setError(refusals.first_name_length)
    setError(undefined)
    change.mutate(
      { seen, changes },
      {
        onSuccess: ({ version }) => {
          onDone()
          const held: ContactChanges = base
          const before = Object.fromEntries(Object.keys(changes).map((key) => [key, held[key as keyof ContactChanges]]))
          offerUndo({
            title: `הפרטים של ${isolate(base.full_name)} נשמרו`,
            undo: async () => void (await change.mutateAsync({ seen: { ...base, version }, changes: before })),
            explain: (failure) =>
              failure instanceof EditConflict ? 'מישהו שינה את הפרטים מאז' : refusalText(failure, refusals),
          })
        },
        onError: (failure) => {
          if (!(failure instanceof EditConflict)) return setError(refusalText(failure, refusals))
          if (!failure.theirs) return setError('איש הקשר נמחק בינתיים, או שאין לכם גישה אליו')
          void showTheirs(failure.theirs)
        },
      },
    )
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        {theirs.length > 0 && <ConflictNotice changes={theirs} />}
        <FormError>{error}</FormError>
        <TextField
          label="שם פרטי"
          name="first_name"
          required
          defaultValue={contact.first_name}
          maxLength={120}
          autoComplete="off"
        />
        <TextField
          label="שם משפחה"
          name="last_name"
          defaultValue={contact.last_name ?? ''}
          maxLength={120}
          autoComplete="off"
        />
        <SelectField label="לשון פנייה" name="gender_form" defaultValue={contact.gender_form}>
          {genderForms.map((form) => (
            <option key={form} value={form}>
              {genderFormLabels[form]}
            </option>
          ))}
        </SelectField>
        <TextField label="תאריך לידה" name="birth_date" type="date" defaultValue={contact.birth_date ?? ''} />
        <SelectField label="סוג" name="lifecycle" defaultValue={contact.lifecycle}>
          {lifecycles.map((lifecycle) => (
            <option key={lifecycle} value={lifecycle}>
              {lifecycleLabels[lifecycle]}
            </option>
          ))}
        </SelectField>
        <SelectField label="מקור" name="source" defaultValue={contact.source ?? ''}>
          <option value="">לא ידוע</option>
          {[...new Set([...sources, ...(contact.source ? [contact.source] : [])])].map((source) => (
            <option key={source}>{source}</option>
          ))}
        </SelectField>
        <SelectField label="באחריות" name="owner_id" defaultValue={contact.owner_id ?? ''}>
          <option value="">לא נקבע</option>
          {staff.map(({ user_id, name }) => (
            <option key={user_id} value={user_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="מזהה במערכת אחרת"
          name="external_id"
          defaultValue={contact.external_id ?? ''}
          maxLength={120}
          autoComplete="off"
          dir="ltr"
        />
        <CheckField label="אין ליצור קשר שיווקי" name="do_not_contact" defaultChecked={contact.do_not_contact} />
      </DialogBody>
      <FormActions words="שמירת השינויים" busy={change.isPending} onBack={onDone} />
    </form>
  )
}

/** Only changed columns are sent, so that concurrent changes of other columns survive. */
function changed(base: ShownContact, form: FormData): ContactChanges {
  const lifecycle = lifecycles.find((one) => one === formText(form, 'lifecycle')) ?? base.lifecycle
  const written = {
    first_name: oneLine(formText(form, 'first_name')),
    last_name: oneLine(formText(form, 'last_name')) || null,
    gender_form: genderForms.find((one) => one === formText(form, 'gender_form')) ?? base.gender_form,
    birth_date: formText(form, 'birth_date') || null,
    external_id: oneLine(formText(form, 'external_id')) || null,
    lifecycle,
    source: formText(form, 'source') || null,
    owner_id: formText(form, 'owner_id') || null,
    do_not_contact: form.has('do_not_contact'),
  } satisfies ContactChanges
  const keys = Object.keys(written) as (keyof typeof written)[]
  return Object.fromEntries(keys.filter((key) => written[key] !== base[key]).map((key) => [key, written[key]]))
}
