// Books an appointment on behalf of a contact. The rules of the type do not bind the staff; a taken hour does.
import { useState } from 'react'
import { instantAt } from '#lib/time/dates.ts'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { CheckField, SelectField } from '#ui/forms/field.tsx'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { BookEdit } from '../../appointment-forms.ts'
import { useBookableTypes, useBookForContact } from '../../appointments.data.ts'
import { refusals } from '../../booking-labels.ts'
import { minutesText } from './appointment-texts.ts'

type Props = {
  open: boolean
  onClose: () => void
  day: string
  /** A contact that is fixed, as on its own page. */
  contact?: PickerItem
  opportunityId?: string
}

export const BookDialog = ({ open, onClose, ...form }: Props) => (
  <RecordDialog open={open} onClose={onClose} title="פגישה חדשה">
    <BookForm {...form} />
  </RecordDialog>
)

function BookForm({ day: proposed, contact: fixed, opportunityId }: Omit<Props, 'open' | 'onClose'>) {
  const { data: types = [] } = useBookableTypes()
  const nameOf = useStaffName()
  const booking = useBookForContact()
  const [contact, setContact] = useState<PickerItem | null>(fixed ?? null)
  return (
    <RecordForm
      schema={BookEdit}
      values={fixed && { contact_id: fixed.id }}
      refusals={{ ...refusals, slot_taken: 'בשעה הזו יש כבר פגישה. אפשר לבחור שעה אחרת' }}
      fields={{ slot_taken: 'time' }}
      save={({ type_id: typeId, contact_id: contactId, day, time, is_told }) =>
        booking.mutateAsync({
          typeId,
          contactId,
          startsAt: instantAt(day, time).toISOString(),
          duration: types.find(({ id }) => id === typeId)?.default_duration ?? 60,
          isSilent: !is_told,
          opportunityId,
        })
      }
      saved="הפגישה נקבעה"
      action="קביעת הפגישה"
    >
      {(faults) => (
        <>
          {!fixed && <ContactPicker value={contact} onChange={setContact} error={faults['contact_id']} />}
          <SelectField name="type_id" label="סוג הפגישה" error={faults['type_id']} required>
            {types.map(({ id, title, default_duration, user_id }) => (
              <option key={id} value={id}>
                {[title, minutesText(default_duration), nameOf(user_id)].filter(Boolean).join(' · ')}
              </option>
            ))}
          </SelectField>
          <DayField name="day" label="יום" defaultValue={proposed} error={faults['day']} required />
          <TimeField name="time" label="שעה" error={faults['time']} required />
          <CheckField name="is_told" label="שליחת אישור עם פרטי הפגישה" defaultChecked />
        </>
      )}
    </RecordForm>
  )
}
