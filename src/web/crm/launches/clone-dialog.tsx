import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CloneLaunch, staffRefusals } from '#features/launches/launch-edit.ts'
import { useCloneLaunch, useLaunchContents } from '#features/launches/launches.data.ts'
import type { Launch } from '#features/launches/launches.ts'
import { dayOf } from '#lib/time/dates.ts'
import { daysBetween } from '#lib/time/day-arithmetic.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { BlockText } from '#ui/block.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { cloneWarnings } from './clone-warnings.ts'

type Props = { launch: Launch; open: boolean; onClose: () => void }

/** Clones a launch with all dates moved; dates that fall on Shabbat or a holiday are listed before the clone is created. */
export function CloneDialog({ launch, open, onClose }: Props) {
  const cloning = useCloneLaunch()
  const navigate = useNavigate()
  const first = dayOf(launch.prelaunch_at ?? launch.created_at)
  return (
    <RecordDialog open={open} onClose={onClose} title="שכפול ההשקה" text="התכנים, ההצעה והתאריכים מועתקים לטיוטה חדשה.">
      <RecordForm
        schema={CloneLaunch}
        refusals={staffRefusals}
        fields={{ launch_title_length: 'title' }}
        save={({ title, day }) => cloning.mutateAsync({ launch: launch.id, title, days: daysBetween(first, day) })}
        saved={(id) => void navigate(`/crm/launches/${id}`)}
        action="שכפול"
      >
        {(errors) => <Fields launch={launch} first={first} errors={errors} />}
      </RecordForm>
    </RecordDialog>
  )
}

type FieldsProps = { launch: Launch; first: string; errors: Partial<Record<string, string>> }

function Fields({ launch, first, errors }: FieldsProps) {
  const [day, setDay] = useState('')
  const { data: contents = [] } = useLaunchContents(launch.id)
  const warnings = cloneWarnings(launch, contents, { first, day })
  return (
    <>
      {launch.next_time !== '' && (
        <section className="launch-warning" aria-labelledby="next-time">
          <h3 id="next-time">מה ביקשנו לשנות</h3>
          <p className="launch-words">{launch.next_time}</p>
        </section>
      )}
      <TextField name="title" label="שם" required defaultValue={launch.title} error={errors['title']} />
      <DayField
        name="day"
        label="תחילת הסדרה החדשה"
        error={errors['day']}
        onValueChange={(value) => setDay(value ?? '')}
      />
      {warnings.length > 0 && (
        <div className="launch-warning" aria-live="polite">
          <BlockText>כדאי לבחור יום אחר, או להזיז אחרי השכפול:</BlockText>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
