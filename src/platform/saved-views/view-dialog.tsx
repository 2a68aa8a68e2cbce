import { useUserId } from '#client/session-context.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { refusals, ViewName } from './saved-views.ts'
import type { ShownView } from './saved-views.data.ts'
import { z } from '#lib/schema.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

const ViewEdit = z.object({ name: ViewName, shared: z.boolean() })

type Props = {
  open: 'new' | 'rename' | undefined
  view: ShownView | undefined
  onClose: () => void
  onSave: (named: z.infer<typeof ViewEdit>) => Promise<void>
}

/** Asks for a view's name and visibility; for a new view, or for the open one. */
export function ViewDialog({ open, view, onClose, onSave }: Props) {
  const userId = useUserId()
  const shown = open === 'rename' ? view : undefined
  // Only its author can make a shared view private.
  const isOthers = shown !== undefined && shown.user_id !== userId
  return (
    <RecordDialog
      open={open !== undefined}
      onClose={onClose}
      title={open === 'rename' ? 'שינוי התצוגה' : 'שמירת תצוגה'}
      text="הסינון, הסדר והעמודות נשמרים ככרטיסייה. הרשימה עצמה תמיד עדכנית."
    >
      <RecordForm
        schema={ViewEdit}
        {...(isOthers && { values: { shared: true } })}
        refusals={refusals}
        save={onSave}
        action="שמירה"
      >
        {(errors) => (
          <>
            <TextField
              label="שם"
              name="name"
              required
              maxLength={60}
              dir="auto"
              autoComplete="off"
              placeholder="למשל: מתעניינים מהשבוע"
              defaultValue={shown?.name ?? ''}
              error={errors['name']}
            />
            {!isOthers && <CheckField label="גלויה לכל הצוות" name="shared" defaultChecked={shown?.shared ?? false} />}
          </>
        )}
      </RecordForm>
    </RecordDialog>
  )
}
