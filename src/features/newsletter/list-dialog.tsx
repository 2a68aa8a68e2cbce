import { type SavedList, useSaveList } from '#features/newsletter/newsletter.data.ts'
import { ListEdit, listRefusals } from '#features/newsletter/newsletter.ts'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

const fields = { list_name_taken: 'name', list_name_length: 'name', list_description_length: 'description' }

type Props = { open: boolean; list: SavedList | undefined; onClose: () => void }

/** Creates or renames a list. */
export function ListDialog({ open, list, onClose }: Props) {
  const saving = useSaveList()
  return (
    <RecordDialog open={open} onClose={onClose} title={list ? 'עריכת רשימה' : 'רשימה חדשה'}>
      <RecordForm
        schema={ListEdit}
        refusals={listRefusals}
        fields={fields}
        save={(edit) => saving.mutateAsync(list ? { seen: list, edit } : { edit })}
        saved="הרשימה נשמרה"
        action="שמירת הרשימה"
      >
        {(errors) => (
          <>
            <TextField
              name="name"
              label="שם הרשימה"
              required
              maxLength={80}
              autoComplete="off"
              defaultValue={list?.name}
              error={errors['name']}
            />
            <TextField
              name="description"
              label="תיאור"
              optional="(לא חובה)"
              hint="שורה אחת שהקוראים רואים כשהם בוחרים: מה נשלח, ומתי"
              maxLength={200}
              autoComplete="off"
              defaultValue={list?.description}
              error={errors['description']}
            />
            <CheckField
              name="is_public"
              label="קוראים יכולים לבחור בה בעמוד ההעדפות"
              defaultChecked={list?.is_public ?? true}
            />
          </>
        )}
      </RecordForm>
    </RecordDialog>
  )
}
