import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { staffRefusals } from '#features/launches/launch-edit.ts'
import { useLaunch, useSaveLaunchTexts } from '#features/launches/launches.data.ts'
import type { Launch } from '#features/launches/launches.ts'
import { NextTimeEdit } from '#features/launches/launch-texts-edit.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { useSeenRow } from '#platform/editing/use-seen-row.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

/** Retrospective notes of staff about a launch, shown on its clones; and those of the launch that it was cloned from. */
export function LaunchNextTime({ launch }: { launch: Launch }) {
  const [isEdited, setEdited] = useState(false)
  const { data: former } = useLaunch(launch.cloned_from_id ?? undefined)
  return (
    <>
      {former && former.next_time !== '' && (
        <Block title="מה ביקשנו לשנות">
          <BlockText>
            נכתב אחרי <bdi>{former.title}</bdi>:
          </BlockText>
          <p className="launch-words">{former.next_time}</p>
        </Block>
      )}
      <Block
        title="מה לשנות בפעם הבאה"
        action={
          <Button
            size="sm"
            iconOnly
            look="ghost"
            aria-label="עריכה: מה לשנות בפעם הבאה"
            icon={<Icon of={Pencil} />}
            onClick={() => setEdited(true)}
          />
        }
      >
        {launch.next_time === '' ? (
          <BlockText>עוד לא נכתב. מה שייכתב כאן יופיע כשמשכפלים את ההשקה.</BlockText>
        ) : (
          <p className="launch-words">{launch.next_time}</p>
        )}
      </Block>
      <NextTimeDialog launch={launch} open={isEdited} onClose={() => setEdited(false)} />
    </>
  )
}

type DialogProps = { launch: Launch; open: boolean; onClose: () => void }

const NextTimeDialog = ({ launch, open, onClose }: DialogProps) => (
  <RecordDialog open={open} onClose={onClose} title="מה לשנות בפעם הבאה" text="לכל הצוות, ומופיע כשמשכפלים את ההשקה.">
    <NextTimeForm launch={launch} />
  </RecordDialog>
)

function NextTimeForm({ launch }: { launch: Launch }) {
  const saving = useSaveLaunchTexts()
  const { seen, noteConflict } = useSeenRow(launch)
  return (
    <RecordForm
      schema={NextTimeEdit}
      refusals={staffRefusals}
      save={(change) => noteConflict(saving.mutateAsync({ launch: seen, change }))}
      saved="המסקנות נשמרו"
      action="שמירה"
    >
      {(errors) => (
        <TextAreaField
          name="next_time"
          label="מסקנות"
          rows={8}
          defaultValue={launch.next_time}
          error={errors['next_time']}
        />
      )}
    </RecordForm>
  )
}
