// Forms in the appointment dialog: reschedule and cancellation.
import { useState } from 'react'
import { count } from '#lib/hebrew/count.ts'
import { dayOf, formatDate, formatTime, instantAt } from '#lib/time/dates.ts'
import { RecordForm } from '#platform/editing/record-dialog.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { CancelEdit, MoveEdit } from '../../appointment-forms.ts'
import {
  type ShownAppointment,
  useChangeAppointment,
  useLaterInSeries,
  useOthersInGroup,
} from '../../appointments.data.ts'
import { refusals } from '../../booking-labels.ts'
import { lengthOf } from './appointment-texts.ts'

/** `startsAt` prefills the new time, for example from a drop. */
type MoveProps = { appointment: ShownAppointment; startsAt?: string }

export function MoveForm({ appointment: one, startsAt = one.starts_at }: MoveProps) {
  const moving = useChangeAppointment('move')
  const others = useOthersInGroup(one)
  const [isGroup, setGroup] = useState(false)
  const moves = isGroup ? others.length + 1 : 1
  return (
    <RecordForm
      schema={MoveEdit}
      refusals={{ ...refusals, slot_taken: 'בשעה הזו יש כבר פגישה. אפשר לבחור שעה אחרת' }}
      fields={{ slot_taken: 'time' }}
      save={({ day, time, is_told, is_group }) => {
        const starts = instantAt(day, time)
        return moving.mutateAsync({
          seen: one,
          startsAt: starts.toISOString(),
          endsAt: new Date(starts.getTime() + lengthOf(one) * 60_000).toISOString(),
          isSilent: !is_told,
          isGroup: is_group,
        })
      }}
      saved={() => toast.success(movedText(moves))}
      action="שמירת המועד"
    >
      {(errors) => (
        <>
          <DayField name="day" label="יום" defaultValue={dayOf(startsAt)} error={errors['day']} required />
          <TimeField name="time" label="שעה" defaultValue={formatTime(startsAt)} error={errors['time']} required />
          <GroupChoice others={others} isGroup={isGroup} onGroup={setGroup} />
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
  const cancellingGroup = useChangeAppointment('cancelGroup')
  const following = useLaterInSeries(appointment)
  const others = useOthersInGroup(appointment)
  const [isSeries, setSeries] = useState(false)
  const [isGroup, setGroup] = useState(false)
  const isAhead = Date.parse(appointment.starts_at) > now.getTime()
  const offersSeries = following.length > 0 && isAhead && !isGroup
  const many = 1 + (isGroup ? others.length : offersSeries && isSeries ? following.length : 0)
  return (
    <RecordForm
      schema={CancelEdit}
      refusals={refusals}
      save={({ reason, is_series, is_group }) =>
        (is_group ? cancellingGroup : is_series ? cancellingSeries : cancelling).mutateAsync({
          seen: appointment,
          reason,
        })
      }
      saved={() => toast.success(`${cancelledText(many)}, ונשלחה הודעה`)}
      action={count(many, { one: 'ביטול הפגישה', two: 'ביטול שתי פגישות', other: 'ביטול # פגישות' })}
      actionLook="danger"
      busyAction="מבטלים"
    >
      {(errors) => (
        <>
          <TextField
            name="reason"
            label="סיבה"
            hint="תופיע בעמוד הפגישה"
            maxLength={300}
            error={errors['reason']}
            required
          />
          {isAhead && <GroupChoice others={others} isGroup={isGroup} onGroup={setGroup} />}
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

type GroupProps = { others: readonly string[]; isGroup: boolean; onGroup: (isGroup: boolean) => void }

/** Choice between one appointment and its whole group. Empty while the group has one appointment. */
const GroupChoice = ({ others, isGroup, onGroup }: GroupProps) =>
  others.length > 0 && (
    <CheckField
      name="is_group"
      label={count(others.length, {
        one: 'גם הרישום הנוסף למפגש',
        two: 'גם שני הרישומים האחרים למפגש',
        other: 'גם # הרישומים האחרים למפגש',
      })}
      hint={others.join(', ')}
      checked={isGroup}
      onChange={({ target }) => onGroup(target.checked)}
    />
  )

const movedText = (many: number) =>
  many === 1
    ? 'המועד השתנה'
    : count(many, { one: '', two: 'המועד של שתי פגישות השתנה', other: 'המועד של # פגישות השתנה' })

const cancelledText = (many: number) =>
  count(many, { one: 'הפגישה בוטלה', two: 'שתי פגישות בוטלו', other: '# פגישות בוטלו' })

/** "גם 3 הפגישות הבאות בסדרה, עד 14 במרץ 2027" */
const followingText = (starts: readonly string[]) =>
  `${count(starts.length, {
    one: 'גם הפגישה הבאה בסדרה, ב־',
    two: 'גם שתי הפגישות הבאות בסדרה, עד ',
    other: 'גם # הפגישות הבאות בסדרה, עד ',
  })}${formatDate(starts.at(-1)!)}`
