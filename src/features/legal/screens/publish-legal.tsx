import { usePublishLegalText } from '#features/legal/legal-editing.data.ts'
import { legalPages, type LegalText, refusals } from '#features/legal/legal.ts'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { z } from '#lib/schema.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

const Publication = z.object({ note: z.string() })

/** Publishes the saved draft as a new version. */
export function PublishLegal({ saved, onClose }: { saved: LegalText; onClose: () => void }) {
  const publish = usePublishLegalText()
  const { title } = legalPages[saved.key]
  return (
    <RecordDialog
      open
      onClose={onClose}
      title={`לפרסם את ${title}?`}
      text="הנוסח יופיע באתר מיד, כגרסה חדשה. הגרסאות הקודמות נשמרות, והסימון שהנוסחים נבדקו יתבטל."
    >
      <RecordForm
        schema={Publication}
        refusals={refusals}
        save={({ note }) => publish.mutateAsync({ seen: saved, note })}
        saved={(number) => toast.success(`גרסה ${number} באתר`, { title: `${title}: פורסם` })}
        action="פרסום"
      >
        <TextField
          name="note"
          label="מה השתנה"
          optional="(לא חובה)"
          hint="מופיע בהיסטוריית הגרסאות שבתחתית העמוד"
          maxLength={300}
          autoComplete="off"
        />
      </RecordForm>
    </RecordDialog>
  )
}
