import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { refusals } from '#features/blog/blog.ts'
import { usePostAction } from '#features/blog/editing.data.ts'
import { isSlug, slugOf } from '#features/blog/slug.ts'
import { formText } from '#lib/forms/form-text.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useSingleFlight } from '#platform/editing/single-flight.ts'
import type { PostEditing } from './use-post-editing.ts'

/** Changes a post's slug. A slug that was public gets a redirect. */
export function SlugDialog({ editing, onClose }: { editing: PostEditing; onClose: () => void }) {
  const { state, save, seen, note } = editing
  const change = usePostAction('changeSlug')
  const { running, run } = useSingleFlight<'change'>()
  const [error, setError] = useState<string>()
  const wasPublic = state.published_at !== null

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const slug = slugOf(formText(new FormData(event.currentTarget), 'slug'))
    void run('change', () => move(slug))
  }

  async function move(slug: string) {
    if (!isSlug(slug)) return setError(refusals.slug_invalid)
    if (!(await save())) return setError('המאמר עוד לא נשמר. אפשר לנסות שוב בעוד רגע')
    try {
      note({ version: await change.mutateAsync({ ...seen(), slug }), slug })
      toast.success(wasPublic ? 'הכתובת השתנתה, והקודמת מפנה אליה' : 'הכתובת השתנתה')
      onClose()
    } catch (failure) {
      setError(refusalText(failure, refusals))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="כתובת המאמר"
      text={wasPublic && 'תיווצר הפניה (301): מי ששמרו את הכתובת הקודמת יגיעו לחדשה.'}
    >
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <TextField
            name="slug"
            label="הכתובת"
            hint="מילים עם מקפים ביניהן, בעברית או באנגלית"
            defaultValue={state.slug}
            maxLength={120}
            error={error}
            dir="auto"
            autoComplete="off"
          />
        </DialogBody>
        <FormActions words="שמירת הכתובת" busy={running === 'change'} onBack={onClose} />
      </form>
    </Dialog>
  )
}
