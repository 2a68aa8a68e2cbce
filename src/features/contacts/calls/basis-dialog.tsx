import { dayOf, instantAt } from '#lib/time/dates.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { basisLabels } from './call-permission.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { useSeenRow } from '#platform/editing/use-seen-row.ts'
import { conflictText } from '../use-edit-contact.ts'
import { type ContactStaffDetails, refusals } from '../contacts.ts'
import { useSaveDetails } from '../use-save-details.ts'

type Props = { details: ContactStaffDetails; now: Date; open: boolean; onOpenChange: (open: boolean) => void }

/** The form schema of the legal basis. Without a basis, date and proof are empty. */
const basisEdit = (today: string) =>
  z
    .object({
      basis: z.union([z.enum(Object.keys(basisLabels) as (keyof typeof basisLabels)[]), z.literal('')]),
      day: z.string().refine((day) => day <= today, 'התאריך עוד לא הגיע'),
      note: z.string().transform(oneLine),
    })
    .superRefine(({ basis, day, note }, context) => {
      const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
      if (basis && !day) issue('day', 'שדה חובה')
      if (basis && note.length < 4) issue('note', 'כתבו איפה אפשר לראות את זה: שיחה, טופס, חוזה')
    })
    .transform(({ basis, day, note }) => ({
      call_basis: basis || null,
      call_basis_at: basis ? instantAt(day, '12:00').toISOString() : null,
      call_basis_note: basis ? note : null,
    }))

const ownRefusals = { ...refusals, stale_version: conflictText, row_gone: conflictText }

/** Documents the legal basis of marketing calls: kind, date and proof. */
export const BasisDialog = ({ details, now, open, onOpenChange }: Props) => (
  <RecordDialog open={open} onClose={() => onOpenChange(false)} title="מה מתיר שיחה שיווקית">
    <BasisForm details={details} now={now} />
  </RecordDialog>
)

function BasisForm({ details, now }: Pick<Props, 'details' | 'now'>) {
  const save = useSaveDetails(details.contact_id)
  const { seen, noteConflict } = useSeenRow(details)
  return (
    <RecordForm
      schema={basisEdit(dayOf(now))}
      refusals={ownRefusals}
      fields={{ call_basis_note_length: 'note' }}
      save={(changes) =>
        noteConflict(save(seen, changes, changes.call_basis ? 'הסיבה לשיחה נרשמה' : 'הסיבה לשיחה הוסרה'))
      }
      action="שמירה"
    >
      {(errors) => (
        <>
          <SelectField label="סיבה" name="basis" defaultValue={details.call_basis ?? 'callback'}>
            {Object.entries(basisLabels).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
            {details.call_basis && <option value="">אין סיבה</option>}
          </SelectField>
          <DayField
            label="מתי"
            name="day"
            max={dayOf(now)}
            defaultValue={dayOf(details.call_basis_at ?? now)}
            error={errors['day']}
          />
          <TextField
            label="הוכחה"
            name="note"
            maxLength={300}
            defaultValue={details.call_basis_note ?? ''}
            hint="איפה זה נאמר או נכתב: שיחה, טופס, חוזה"
            error={errors['note']}
          />
        </>
      )}
    </RecordForm>
  )
}
