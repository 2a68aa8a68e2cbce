import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useSaveDocumentKeys, useTestDocumentService } from '../tax-documents.data.ts'
import { faultText, refusals, SaveDocumentKeys } from '../tax-documents.ts'

/** Labels as on the account's developer page. Not a login, so that password managers neither fill nor store it. */
const fields = [
  { name: 'clientId', label: 'מזהה API (Client ID)', type: 'text', autoComplete: 'off' },
  { name: 'clientSecret', label: 'סוד API (Client Secret)', type: 'password', autoComplete: 'new-password' },
] as const

/** Saves the API keys of the document service and tests them. */
export function DocumentKeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const save = useSaveDocumentKeys()
  const test = useTestDocumentService()
  return (
    <RecordDialog
      open={open}
      onClose={onClose}
      title="מפתחות של Morning"
      text="המפתחות נשמרים מוצפנים ולא מוצגים שוב, גם לא לכם. הם נוצרים בחשבון שלכם, בכלים למפתחים."
    >
      {open && (
        <RecordForm
          schema={SaveDocumentKeys}
          refusals={refusals}
          save={async (keys) => {
            await save.mutateAsync(keys)
            // The keys are stored regardless of the test result; without a response the card shows them as untested.
            return test.mutateAsync().catch(() => ({ fault: 'unreachable' }))
          }}
          saved={({ fault }) =>
            fault === null
              ? toast.success('המפתחות נשמרו, ו־Morning מקבלת אותם')
              : toast.error(faultText(fault), { title: 'המפתחות נשמרו, אבל הבדיקה לא הצליחה' })
          }
          action="שמירה ובדיקה"
          busyAction="נבדק מול Morning"
        >
          {(errors) =>
            fields.map((field) => (
              <TextField
                key={field.name}
                {...field}
                required
                spellCheck={false}
                dir="ltr"
                maxLength={200}
                error={errors[field.name]}
              />
            ))
          }
        </RecordForm>
      )}
    </RecordDialog>
  )
}
