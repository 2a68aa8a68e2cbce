// Forms inside the dialog of an appointment: another time, a cancellation.
import { dayOf, formatTime, instantAt } from '#lib/time/dates.ts'
import { RecordForm } from '#platform/editing/record-dialog.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { CancelEdit, MoveEdit } from '../../appointment-forms.ts'
import { type ShownAppointment, useChangeAppointment } from '../../appointments.data.ts'
import { refusals } from '../../booking-labels.ts'
import { lengthOf } from './appointment-texts.ts'

/** `startsAt` is a proposal, such as the place of a drop. */
type MoveProps = { appointment: ShownAppointment; startsAt?: string }

export function MoveForm({ appointment: one, startsAt = one.starts_at }: MoveProps) {
  const moving = useChangeAppointment('move')
  return (
    <RecordForm
      schema={MoveEdit}
      refusals={{ ...refusals, slot_taken: 'בשעה הזו יש כבר פגישה. אפשר לבחור שעה אחרת' }}
      fields={{ slot_taken: 'time' }}
      save={({ day, time, is_told }) => {
        const starts = instantAt(day, time)
        return moving.mutateAsync({
          seen: one,
          startsAt: starts.toISOString(),
          endsAt: new Date(starts.getTime() + lengthOf(one) * 60_000).toISOString(),
          isSilent: !is_told,
        })
      }}
      saved="המועד השתנה"
      action="שמירת המועד"
    >
      {(faults) => (
        <>
          <DayField name="day" label="יום" defaultValue={dayOf(startsAt)} error={faults['day']} required />
          <TimeField name="time" label="שעה" defaultValue={formatTime(startsAt)} error={faults['time']} required />
          <CheckField name="is_told" label="שליחת הודעה על המועד החדש" defaultChecked />
        </>
      )}
    </RecordForm>
  )
}

export function CancelForm({ appointment }: { appointment: ShownAppointment }) {
  const cancelling = useChangeAppointment('cancel')
  return (
    <RecordForm
      schema={CancelEdit}
      refusals={refusals}
      save={({ reason }) => cancelling.mutateAsync({ seen: appointment, reason })}
      saved="הפגישה בוטלה, ונשלחה הודעה"
      action="ביטול הפגישה"
      actionLook="danger"
      busyAction="מבטלים"
    >
      {(faults) => (
        <TextField
          name="reason"
          label="סיבה"
          hint="תופיע בעמוד הפגישה"
          maxLength={300}
          error={faults['reason']}
          required
        />
      )}
    </RecordForm>
  )
}
