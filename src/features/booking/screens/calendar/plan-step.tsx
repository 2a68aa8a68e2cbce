// The planned times of a booking with their conflicts. Taken times cannot be selected.
import { useState } from 'react'
import { count } from '#lib/hebrew/count.ts'
import { z } from '#lib/schema.ts'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { RecordForm } from '#platform/editing/record-dialog.tsx'
import { CheckField } from '#ui/forms/field.tsx'
import { refusals } from '../../booking-labels.ts'
import { causeText } from '../../explain-slots.ts'
import { usePackages } from '../../packages.data.ts'
import type { Plan, PlannedMeeting } from '../../plan-appointments.ts'

type Props = {
  plan: Plan
  typeId: string
  contactId: string
  save: (starts: readonly string[]) => Promise<number>
  saved: (many: number) => void
}

const Nothing = z.object({})

export function PlanStep({ plan: { meetings, calendar }, typeId, contactId, save, saved }: Props) {
  const { data: packages } = usePackages(contactId)
  const matchingPackages = packages?.filter((one) => one.type_id === typeId) ?? []
  const remaining = matchingPackages.reduce((sum, one) => sum + one.remaining, 0)
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    meetings.filter(({ reason, isTaken }) => !isTaken && (meetings.length === 1 || !reason)).map((one) => one.startsAt),
  )
  const toggle = (start: string, isOn: boolean) =>
    setChosen((before) => (isOn ? [...before, start] : before.filter((one) => one !== start)))
  return (
    <RecordForm
      schema={Nothing.refine(() => chosen.length > 0, { path: ['all'], message: 'לא נבחר אף מועד' })}
      refusals={{ ...refusals, slot_taken: 'אחת השעות נתפסה בינתיים. אפשר לסגור ולנסות שוב' }}
      save={() => save(chosen.toSorted())}
      saved={saved}
      action={actionText(chosen.length, meetings.length)}
    >
      {meetings.length > 1 && <p>{summaryOf(meetings)}</p>}
      {calendar === 'closed' && <p role="note">היומן המחובר לא עונה, ולכן לא נבדק אם הוא פנוי.</p>}
      {matchingPackages.length > 0 && (
        <p>
          {count(remaining, {
            zero: 'בחבילה לא נשארו פגישות.',
            one: 'בחבילה נשארה פגישה אחת.',
            two: 'בחבילה נשארו שתי פגישות.',
            other: 'בחבילה נשארו # פגישות.',
          })}
        </p>
      )}
      <ul className="book-plan">
        {meetings.map((one) => (
          <li key={one.startsAt}>
            <CheckField
              name={one.startsAt}
              label={`${formatLongDate(one.startsAt)}, ${formatTime(one.startsAt)}`}
              hint={noteOf(one)}
              checked={chosen.includes(one.startsAt)}
              disabled={one.isTaken}
              onChange={({ target }) => toggle(one.startsAt, target.checked)}
            />
          </li>
        ))}
      </ul>
    </RecordForm>
  )
}

const noteOf = ({ isTaken, reason }: PlannedMeeting) =>
  isTaken ? 'יש כבר פגישה בשעה הזו' : reason ? causeText(reason) : undefined

const summaryOf = (meetings: readonly PlannedMeeting[]) => {
  const against = meetings.filter(({ reason, isTaken }) => isTaken || reason).length
  return against === 0
    ? 'כל המועדים פנויים.'
    : `${count(against, { one: 'במועד אחד יש משהו לבדוק', two: 'בשני מועדים יש משהו לבדוק', other: 'ב־# מועדים יש משהו לבדוק' })}. אפשר לסמן גם אותם, חוץ משעות תפוסות.`
}

const actionText = (selected: number, all: number) =>
  all === 1
    ? 'קביעה בכל זאת'
    : count(selected, { one: 'קביעת פגישה אחת', two: 'קביעת שתי פגישות', other: 'קביעת # פגישות' })
