// Forms inside the dialog of an appointment: another time, a cancellation.
import { useState } from 'react'
import { count } from '#lib/hebrew/count.ts'
import { dayOf, formatDate, formatTime, instantAt } from '#lib/time/dates.ts'
import { RecordForm } from '#platform/editing/record-dialog.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { CancelEdit, MoveEdit } from '../../appointment-forms.ts'
import { type ShownAppointment, useChangeAppointment, useFollowing } from '../../appointments.data.ts'
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

type CancelProps = { appointment: ShownAppointment; now: Date }

export function CancelForm({ appointment, now }: CancelProps) {
  const cancelling = useChangeAppointment('cancel')
  const cancellingSeries = useChangeAppointment('cancelSeries')
  const following = useFollowing(appointment)
  const [isSeries, setSeries] = useState(false)
  const offersSeries = following.length > 0 && Date.parse(appointment.starts_at) > now.getTime()
  const many = isSeries ? following.length + 1 : 1
  return (
    <RecordForm
      schema={CancelEdit}
      refusals={refusals}
      save={({ reason, is_series }) =>
        (is_series ? cancellingSeries : cancelling).mutateAsync({ seen: appointment, reason })
      }
      saved={() => toast.success(`${cancelledText(many)}, ונשלחה הודעה`)}
      action={count(many, { one: 'ביטול הפגישה', two: 'ביטול שתי פגישות', other: 'ביטול # פגישות' })}
      actionLook="danger"
      busyAction="מבטלים"
    >
      {(faults) => (
        <>
          <TextField
            name="reason"
            label="סיבה"
            hint="תופיע בעמוד הפגישה"
            maxLength={300}
            error={faults['reason']}
            required
          />
          {offersSeries && (
            <CheckField
              name="is_series"
              label={followingText(following)}
              checked={isSeries}
              onChange={({ target }) => setSeries(target.checked)}
            />
          )}
        </>
      )}
    </RecordForm>
  )
}

const cancelledText = (many: number) =>
  count(many, { one: 'הפגישה בוטלה', two: 'שתי פגישות בוטלו', other: '# פגישות בוטלו' })

/** "גם 3 הפגישות הבאות בסדרה, עד 14 במרץ 2027" */
const followingText = (starts: readonly string[]) =>
  `${count(starts.length, {
    one: 'גם הפגישה הבאה בסדרה, ב־',
    two: 'גם שתי הפגישות הבאות בסדרה, עד ',
    other: 'גם # הפגישות הבאות בסדרה, עד ',
  })}${formatDate(starts.at(-1)!)}`
