// Books one appointment or a series for a contact. Conflicts are shown first; only a taken slot is refused.
import { useState } from 'react'
import { useBackend } from '#client/session-context.tsx'
import { count } from '#lib/hebrew/count.ts'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { BookEdit } from '../../appointment-forms.ts'
import { useBookableTypes, useBookForContact } from '../../appointments.data.ts'
import { refusals } from '../../booking-labels.ts'
import { planAppointments } from '../../plan-appointments.data.ts'
import { type Plan, startsOfSeries } from '../../plan-appointments.ts'
import { minutesText } from './appointment-texts.ts'
import { PlanStep } from './plan-step.tsx'

type Props = {
  open: boolean
  onClose: () => void
  day: string
  /** A preset contact, as on the contact's page. */
  contact?: PickerItem
  opportunityId?: string
}

export const BookDialog = ({ open, onClose, ...form }: Props) => (
  <RecordDialog open={open} onClose={onClose} title="פגישה חדשה">
    <BookSteps {...form} />
  </RecordDialog>
)

/** The planned times to confirm, with the form values. */
type Considered = { typed: BookEdit; duration: number; plan: Plan }

function BookSteps({ day, contact: fixed, opportunityId }: Omit<Props, 'open' | 'onClose'>) {
  const backend = useBackend()
  const booking = useBookForContact()
  const { data: types = [] } = useBookableTypes()
  const [contact, setContact] = useState<PickerItem | null>(fixed ?? null)
  const [considered, setConsidered] = useState<Considered>()
  const bookAt = ({ typed, duration }: Omit<Considered, 'plan'>, starts: readonly string[]) =>
    booking.mutateAsync({
      typeId: typed.type_id,
      contactId: typed.contact_id,
      starts,
      duration,
      isSilent: !typed.is_told,
      opportunityId,
    })
  const booked = (many: number) =>
    toast.success(count(many, { one: 'הפגישה נקבעה', two: 'נקבעו שתי פגישות', other: 'נקבעו # פגישות' }))

  if (considered)
    return (
      <PlanStep
        plan={considered.plan}
        typeId={considered.typed.type_id}
        contactId={considered.typed.contact_id}
        save={async (starts) => {
          await bookAt(considered, starts)
          return starts.length
        }}
        saved={booked}
      />
    )
  return (
    <RecordForm
      schema={BookEdit}
      values={fixed && { contact_id: fixed.id }}
      refusals={{ ...refusals, slot_taken: 'בשעה הזו יש כבר פגישה. אפשר לבחור שעה אחרת' }}
      fields={{ slot_taken: 'time' }}
      save={async (typed) => {
        const { type_id: typeId, many, every_weeks: everyWeeks } = typed
        const duration = types.find(({ id }) => id === typeId)?.default_duration ?? 60
        const starts = startsOfSeries(typed.day, typed.time, many, everyWeeks)
        const plan = await planAppointments(backend, { typeId, duration, starts })
        if (many > 1 || (plan.meetings[0]?.reason && !plan.meetings[0].isTaken)) return { typed, duration, plan }
        // A taken slot is refused by the database; the error is shown at the time field.
        await bookAt({ typed, duration }, starts)
        return undefined
      }}
      closes={(next) => next === undefined}
      saved={(next) => (next ? setConsidered(next) : booked(1))}
      action="קביעת הפגישה"
    >
      {(errors) => (
        <>
          {!fixed && <ContactPicker value={contact} onChange={setContact} error={errors['contact_id']} />}
          <TypeField types={types} error={errors['type_id']} />
          <DayField name="day" label="יום" defaultValue={day} error={errors['day']} required />
          <TimeField name="time" label="שעה" error={errors['time']} required />
          <Repetition errors={errors} />
          <CheckField name="is_told" label="שליחת אישור עם פרטי הפגישה" defaultChecked />
        </>
      )}
    </RecordForm>
  )
}

type Types = NonNullable<ReturnType<typeof useBookableTypes>['data']>

function TypeField({ types, error }: { types: Types; error: string | undefined }) {
  const nameOf = useStaffName()
  return (
    <SelectField name="type_id" label="סוג הפגישה" error={error} required>
      {types.map(({ id, title, default_duration, user_id }) => (
        <option key={id} value={id}>
          {[title, minutesText(default_duration), nameOf(user_id)].filter(Boolean).join(' · ')}
        </option>
      ))}
    </SelectField>
  )
}

/** One meeting, or several at the same time of day. */
function Repetition({ errors }: { errors: Partial<Record<string, string>> }) {
  const [isSeries, setSeries] = useState(false)
  return (
    <>
      <CheckField
        name="is_series"
        label="כמה פגישות באותה שעה"
        checked={isSeries}
        onChange={({ target }) => setSeries(target.checked)}
      />
      {isSeries ? (
        <div className="book-series">
          <TextField name="many" label="מספר הפגישות" inputMode="numeric" defaultValue={6} error={errors['many']} />
          <TextField
            name="every_weeks"
            label="כל כמה שבועות"
            inputMode="numeric"
            defaultValue={2}
            error={errors['every_weeks']}
          />
        </div>
      ) : (
        <>
          <input type="hidden" name="many" value={1} />
          <input type="hidden" name="every_weeks" value={1} />
        </>
      )}
    </>
  )
}
