import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { dayOf } from '#lib/time/dates.ts'
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { type ShownContact, useChangeContact } from './contacts.data.ts'
import {
  ContactEdit,
  genderFormLabels,
  genderForms,
  lifecycleLabel,
  lifecycles,
  refusals,
  sources,
} from './contacts.ts'
import { differences } from './differences.ts'
import type { z } from '#lib/schema.ts'
import { OwnerSelect } from '#platform/accounts/staff-select.tsx'
import { EditConflict } from '#platform/editing/edit-conflict.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { useRowEdit } from '#platform/editing/use-row-edit.tsx'
import type { ForeignChange } from '#ui/states/conflict-notice.tsx'

type Staff = readonly { user_id: string; name: string }[]
type EditInput = {
  contact: ShownContact
  staff: Staff
  /** Loads the changes since a version, with their authors. */
  whatChanged: (id: string, sinceVersion: number) => Promise<ForeignChange[]>
}
type Props = EditInput & { open: boolean; onOpenChange: (open: boolean) => void }

/** Edits the main columns. On a conflict it shows the concurrent change and its author, and lets the user decide. */
export const ContactEditDialog = ({ open, onOpenChange, ...edited }: Props) => (
  <RecordDialog open={open} onClose={() => onOpenChange(false)} title="עריכת פרטים">
    <EditForm {...edited} />
  </RecordDialog>
)

const ownRefusals = { ...refusals, row_gone: 'איש הקשר נמחק בינתיים, או שאין לכם גישה אליו' }
const fields = { first_name_length: 'first_name', last_name_length: 'last_name', external_id_length: 'external_id' }

function EditForm({ contact, staff, whatChanged }: EditInput) {
  const nameOf = (id: string | null) => staff.find(({ user_id }) => user_id === id)?.name
  const { base, seen, changed, before, conflict } = useRowEdit(contact, {
    readForeignChanges: whatChanged,
    differences: (then, now) => differences(then, now, nameOf).map(({ label, value }) => ({ label, is: value })),
  })
  const change = useChangeContact(contact.id)
  const [today] = useState(() => dayOf(new Date()))

  async function save(typed: z.output<typeof ContactEdit>) {
    const changes = changed(typed)
    return changes && { changes, version: (await change.mutateAsync({ seen, changes })).version }
  }
  const offerPrevious = ({ changes, version }: NonNullable<Awaited<ReturnType<typeof save>>>) =>
    offerUndo({
      title: `הפרטים של ${isolate(base.full_name)} נשמרו`,
      undo: async () => void (await change.mutateAsync({ seen: { ...base, version }, changes: before(changes) })),
      explain: (failure) =>
        failure instanceof EditConflict ? 'מישהו שינה את הפרטים מאז' : refusalText(failure, refusals),
    })

  return (
    <RecordForm
      schema={ContactEdit}
      refusals={ownRefusals}
      fields={fields}
      save={save}
      saved={(done) => done && offerPrevious(done)}
      conflict={conflict}
      action="שמירת השינויים"
    >
      {(errors) => (
        <>
          <TextField
            label="שם פרטי"
            name="first_name"
            error={errors['first_name']}
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
          <DayField label="תאריך לידה" name="birth_date" max={today} defaultValue={contact.birth_date ?? ''} />
          <SelectField label="סוג" name="lifecycle" defaultValue={contact.lifecycle}>
            {lifecycles.map((lifecycle) => (
              <option key={lifecycle} value={lifecycle}>
                {lifecycleLabel(lifecycle, contact.gender_form)}
              </option>
            ))}
          </SelectField>
          <SelectField label="מקור" name="source" defaultValue={contact.source ?? ''}>
            <option value="">לא ידוע</option>
            {[...new Set([...sources, ...(contact.source ? [contact.source] : [])])].map((source) => (
              <option key={source}>{source}</option>
            ))}
          </SelectField>
          <OwnerField initial={contact.owner_id} />
          <TextField
            label="מזהה במערכת אחרת"
            name="external_id"
            defaultValue={contact.external_id ?? ''}
            maxLength={120}
            autoComplete="off"
            dir="ltr"
          />
          <CheckField label="אין ליצור קשר שיווקי" name="do_not_contact" defaultChecked={contact.do_not_contact} />
        </>
      )}
    </RecordForm>
  )
}

function OwnerField({ initial }: { initial: string | null }) {
  const [owner, setOwner] = useState(initial)
  return <OwnerSelect value={owner} onChange={setOwner} />
}
