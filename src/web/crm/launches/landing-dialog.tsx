import { staffRefusals } from '#features/launches/launch-edit.ts'
import { useSaveLaunchTexts } from '#features/launches/launches.data.ts'
import { commentsModes, type Launch } from '#features/launches/launches.ts'
import { commentsLabels, LandingEdit, landingOf } from '#features/launches/launch-texts-edit.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { useSeenRow } from '#platform/editing/use-seen-row.ts'
import { SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'

type Props = { launch: Launch; open: boolean; onClose: () => void }

/** Edits the name of the launch and the texts of its landing page. */
export const LandingDialog = ({ launch, open, onClose }: Props) => (
  <RecordDialog open={open} onClose={onClose} title="עמוד ההצטרפות" text="רשימת השיעורים והתאריכים נכתבת בעמוד מעצמה.">
    <LandingForm launch={launch} />
  </RecordDialog>
)

function LandingForm({ launch }: Pick<Props, 'launch'>) {
  const saving = useSaveLaunchTexts()
  const { seen, noteConflict } = useSeenRow(launch)
  const { lead, promises, presenter } = landingOf(launch.landing)
  return (
    <RecordForm
      schema={LandingEdit}
      refusals={staffRefusals}
      fields={{ launch_title_length: 'title' }}
      save={(change) => noteConflict(saving.mutateAsync({ launch: seen, change }))}
      saved="עמוד ההצטרפות נשמר"
      action="שמירה"
    >
      {(errors) => (
        <>
          <TextField name="title" label="שם ההשקה" required defaultValue={launch.title} error={errors['title']} />
          <TextAreaField name="lead" label="פתיח" rows={3} defaultValue={lead} error={errors['lead']} />
          <TextAreaField
            name="promises"
            label="מה תקבלו"
            hint="כל שורה היא סעיף, עד שמונה"
            rows={4}
            defaultValue={promises.join('\n')}
            error={errors['promises']}
          />
          <TextField
            name="presenter"
            label="מי מנחה"
            optional="(לא חובה)"
            defaultValue={presenter?.name ?? ''}
            error={errors['presenter']}
          />
          <TextAreaField
            name="about"
            label="כמה מילים על מי שמנחה"
            rows={3}
            defaultValue={presenter?.about ?? ''}
            error={errors['about']}
          />
          <SelectField name="comments_mode" label="תגובות של משתתפים" defaultValue={launch.comments_mode}>
            {commentsModes.map((mode) => (
              <option key={mode} value={mode}>
                {commentsLabels[mode]}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </RecordForm>
  )
}
