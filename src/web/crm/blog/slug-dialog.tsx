import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { refusals } from '#features/blog/blog.ts'
import { usePostAction } from '#features/blog/editing.data.ts'
import { isSlug, slugOf } from '#features/blog/slug.ts'
import { formText } from '#lib/forms/form-text.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useOneAtATime } from '../one-at-a-time.ts'
import type { PostEditing } from './use-post-editing.ts'

/** Another address for a post. Where somebody may have kept the old one, it leads on. */
export function SlugDialog({ editing, onClose }: { editing: PostEditing; onClose: () => void }) {
  const { state, save, seen, note } = editing
  const change = usePostAction('changeSlug')
  const { doing, once } = useOneAtATime<'change'>()
  const [error, setError] = useState<string>()
  const wasPublic = state.published_at !== null

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const slug = slugOf(formText(new FormData(event.currentTarget), 'slug'))
    void once('change', () => move(slug))
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
        <FormActions words="שמירת הכתובת" busy={doing === 'change'} onBack={onClose} />
      </form>
    </Dialog>
  )
}
