import './waiting-form.css'
import type { ReactNode } from 'react'
import type { FormState } from '#lib/forms/form-post.ts'
import { meetingMoment } from '#lib/time/meeting-moment.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import type { FullGroup } from './group-waits.data.ts'
import { waitingLabels } from './group-waits-post.ts'

type Props = {
  /** Path of the booking page. */
  path: string
  groups: readonly FullGroup[]
  /** The locked zone of the type; null: times are shown in Israel time. */
  lockedZone: string | null
  state: FormState | undefined
  /** Whether the visitor has just joined the list. */
  isWaiting: boolean
  notice: ReactNode
}

/** Waiting list form for the full groups of a type. */
export function WaitingForm({
  path,
  groups,
  lockedZone,
  state = { values: {}, errors: {} },
  isWaiting,
  notice,
}: Props) {
  const field = (name: keyof typeof waitingLabels) => ({
    large: true,
    id: fieldId('waiting', name),
    name,
    label: waitingLabels[name],
    error: state.errors[name],
    defaultValue: state.values[name],
    required: true,
  })
  return (
    <section className="group-waiting" id="waiting" aria-labelledby="waiting-title">
      <h2 className="display d3" id="waiting-title">
        מפגשים מלאים
      </h2>
      {isWaiting ? (
        <output>השם שלכם ברשימה. אם יתפנה מקום הוא יישמר לכם, וההודעה תגיע בדוא״ל.</output>
      ) : (
        <p>אם יתפנה מקום, הוא יישמר לפי סדר הרשימה, וההודעה תגיע בדוא״ל. ההמתנה אינה מחייבת.</p>
      )}
      {groups.length > 0 && !isWaiting && (
        <PlainForm id="waiting" action={`${path}/waiting`} state={state} labels={waitingLabels}>
          <SelectField {...field('group')}>
            {groups.map(({ id, starts_at: starts, ends_at: ends }) => (
              <option key={id} value={id}>
                {timeText(starts, ends, lockedZone)}
              </option>
            ))}
          </SelectField>
          <TextField {...field('name')} autoComplete="name" maxLength={80} />
          <TextField {...field('email')} type="email" autoComplete="email" maxLength={254} />
          {notice}
          <Button size="lg" type="submit">
            לרשימת ההמתנה
          </Button>
        </PlainForm>
      )}
    </section>
  )
}

function timeText(starts: string, ends: string, lockedZone: string | null) {
  const moment = (at: string) => meetingMoment(new Date(at), lockedZone ?? 'Asia/Jerusalem')
  const { date, time, zone } = moment(starts)
  return `${date}, ${time}–${moment(ends).time}${lockedZone ? ` (${zone})` : ''}`
}
