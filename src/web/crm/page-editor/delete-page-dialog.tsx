import { type FormEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { type ListedPage, useDeletePage } from '#platform/pages/editing.data.ts'
import { PageDelete, refusals } from '#platform/pages/pages.ts'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'

/** Deletes a page of the owner, with the redirect target of its URL. */
export function DeletePageDialog({
  page,
  onDeleted,
  onClose,
}: {
  page: ListedPage
  onDeleted: () => void
  onClose: () => void
}) {
  const remove = useDeletePage()
  const [redirectTo, setRedirectTo] = useState(page.published_version_id ? '/' : '')
  const [error, setError] = useState<{ to?: string; form?: string }>({})

  async function submit(event: FormEvent) {
    event.preventDefault()
    const checked = PageDelete.safeParse({ path: page.path, redirectTo })
    if (!checked.success) return setError({ to: checked.error.issues[0]!.message })
    try {
      await remove.mutateAsync({ path: page.path, redirectTo })
      onDeleted()
    } catch (failure) {
      setError({ form: refusalText(failure, refusals) })
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`למחוק את ״${page.label}״?`}
      text="העמוד וכל הגרסאות שלו יימחקו. אם רק רוצים שלא יוצג, אפשר להסיר אותו מהאתר ולשמור את הנוסח."
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogBody>
          <TextField
            name="redirectTo"
            label="לאן תוביל הכתובת"
            hint="ריק: תוצג ההודעה שהעמוד לא נמצא"
            optional="(לא חובה)"
            dir="ltr"
            list="site-addresses"
            autoComplete="off"
            value={redirectTo}
            error={error.to}
            onChange={({ target }) => setRedirectTo(target.value)}
          />
          <FormError>{error.form}</FormError>
        </DialogBody>
        <FormActions words="מחיקה" busyWords="מוחקים" look="danger" busy={remove.isPending} onBack={onClose} />
      </form>
    </Dialog>
  )
}
