import { useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { Extend, participantLabels, staffRefusals } from '#features/launches/launch-edit.ts'
import { useExtendParticipant, useLaunchPeople, useResendLaunchLink } from '#features/launches/launches.data.ts'
import type { Launch } from '#features/launches/launches.ts'
import { formatDate, formatTime, instantAt } from '#lib/time/dates.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { Badge } from '#ui/badge.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Person = NonNullable<ReturnType<typeof useLaunchPeople>['data']>[number]

/** The newest 500 participants with their progress. */
export function LaunchPeople({ launch }: { launch: Launch }) {
  const { data: people } = useLaunchPeople(launch.id)
  const [extended, setExtended] = useState<Person>()
  const resending = useResendLaunchLink()
  const resend = (participant: string, revokes: boolean) =>
    resending.mutate(
      { participant, revokes },
      {
        onSuccess: () => void toast.success(revokes ? 'הקישורים הקודמים בוטלו, וקישור חדש בדרך' : 'קישור חדש בדרך'),
        onError: (error) => void toast.error(refusalText(error, staffRefusals)),
      },
    )
  return (
    <Block title="משתתפים">
      {people?.length === 0 && <BlockText>עוד אין משתתפים.</BlockText>}
      <ul className="takers">
        {people?.map((person) => (
          <li key={person.id}>
            <div>
              <Link to={`/crm/contacts/${person.contact_id}`}>
                <bdi>{person.full_name}</bdi>
              </Link>{' '}
              <Badge kind={person.status === 'buyer' ? 'success' : 'outline'}>{participantLabels[person.status]}</Badge>
              <small>
                הצטרפות ב־{formatDate(person.joined_at)} · {person.completed} הושלמו ·{' '}
                {Math.round(person.watched_seconds / 60)} דקות
                {person.cart_closes_at &&
                  ` · ההרשמה עד ${formatDate(person.cart_closes_at)}, ${formatTime(person.cart_closes_at)}`}
              </small>
            </div>
            {person.status !== 'buyer' && (
              <div className="launch-acts">
                <Button size="sm" look="ghost" onClick={() => setExtended(person)}>
                  הארכה
                </Button>
                <Button size="sm" look="ghost" onClick={() => resend(person.id, false)}>
                  קישור חדש
                </Button>
                <Button size="sm" look="ghost" onClick={() => resend(person.id, true)}>
                  ביטול קישורים
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <ExtendDialog person={extended} onClose={() => setExtended(undefined)} />
    </Block>
  )
}

function ExtendDialog({ person, onClose }: { person: Person | undefined; onClose: () => void }) {
  const extending = useExtendParticipant()
  return (
    <RecordDialog
      open={person !== undefined}
      onClose={onClose}
      title={`הארכת ההרשמה: ${person?.full_name ?? ''}`}
      text="ההארכה חלה על המשתתף הזה בלבד, והסיבה נשמרת."
    >
      <RecordForm
        schema={Extend}
        refusals={staffRefusals}
        fields={{ extension_in_past: 'day', extension_reason_length: 'reason' }}
        save={({ day, time, reason }) =>
          extending.mutateAsync({ participant: person!.id, until: instantAt(day, time).toISOString(), reason })
        }
        saved="ההרשמה הוארכה"
        action="הארכה"
      >
        {(errors) => (
          <>
            <DayField name="day" label="עד יום" error={errors['day']} />
            <TimeField name="time" label="שעה" defaultValue="20:00" error={errors['time']} />
            <TextField name="reason" label="סיבה" required error={errors['reason']} />
          </>
        )}
      </RecordForm>
    </RecordDialog>
  )
}
