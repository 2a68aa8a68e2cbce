import { Copy, ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { refusals } from '#features/blog/blog.ts'
import { closePreview, openPreview } from '#features/blog/editing.data.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { ErrorText, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** A preview link to the current draft that can be shared before publication. */
export function PreviewDialog({
  post: { id, slug },
  onClose,
}: {
  post: { id: string; slug: string }
  onClose: () => void
}) {
  const backend = useBackend()
  const [path, setPath] = useState<string>()
  const [errorText, setErrorText] = useState<string>()
  useEffect(() => {
    openPreview(backend, { id, slug }).then(setPath, (error: unknown) => setErrorText(refusalText(error, refusals)))
  }, [backend, id, slug])
  const address = path && location.origin + path

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="תצוגה מקדימה"
      text="הקישור מראה את המאמר כפי שהוא כתוב עכשיו, גם לפני הפרסום. הוא פתוח שבועיים לכל מי שמקבלים אותו."
    >
      <DialogBody>
        {errorText && <ErrorText>{errorText}</ErrorText>}
        {!address && !errorText && <Loading />}
        {address && <TextField name="address" label="הקישור" value={address} readOnly dir="ltr" />}
      </DialogBody>
      {address && (
        <DialogActions>
          <ButtonLink look="primary" href={path} target="_blank" rel="noreferrer" icon={<Icon of={ExternalLink} />}>
            פתיחה בלשונית חדשה
          </ButtonLink>
          <Button
            icon={<Icon of={Copy} />}
            onClick={() =>
              void navigator.clipboard.writeText(address).then(
                () => toast.success('הקישור הועתק'),
                () => toast.error('לא הצלחנו להעתיק. אפשר לסמן את הקישור ולהעתיק ביד'),
              )
            }
          >
            העתקה
          </Button>
          <Button
            look="ghost"
            onClick={() =>
              void closePreview(backend, id).then(
                () => {
                  toast.info('הקישור כבר לא פותח את המאמר')
                  onClose()
                },
                (error: unknown) => setErrorText(refusalText(error, refusals)),
              )
            }
          >
            סגירת הקישור
          </Button>
        </DialogActions>
      )}
    </Dialog>
  )
}
