import { type FormEvent, useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { type ListedPage, useChangePage } from '#platform/pages/editing.data.ts'
import { type Layout, PageSlug, refusals } from '#platform/pages/pages.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'

/** Name, layout and slug of a page of the owner. */
export function PageSettingsDialog({
  page,
  isUnsaved,
  onChanged,
  onClose,
}: {
  page: ListedPage
  /** A new slug reloads the saved page under the new URL, so unsaved edits would be lost. */
  isUnsaved: boolean
  onChanged: (settings: { path: string; label: string; layout: Layout }) => void
  onClose: () => void
}) {
  const change = useChangePage()
  const [label, setLabel] = useState(page.label)
  const [slug, setSlug] = useState(page.path.slice(1))
  const [layout, setLayout] = useState(page.layout)
  const [error, setError] = useState<{ slug?: string; form?: string }>({})

  async function submit(event: FormEvent) {
    event.preventDefault()
    const checked = PageSlug.safeParse(slug)
    if (!checked.success) return setError({ slug: checked.error.issues[0]!.message })
    try {
      const { path } = await change.mutateAsync({ path: page.path, label, slug, layout })
      onChanged({ path, label, layout })
    } catch (failure) {
      const text = refusalText(failure, refusals)
      setError(refusalCode(failure).startsWith('slug_') ? { slug: text } : { form: text })
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="הגדרות העמוד">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogBody>
          <TextField
            name="label"
            label="שם העמוד"
            required
            maxLength={80}
            value={label}
            onChange={({ target }) => setLabel(target.value)}
          />
          <TextField
            name="slug"
            label="הכתובת"
            hint={
              isUnsaved
                ? 'כדי לשנות את הכתובת, קודם שומרים את הטיוטה'
                : page.published_version_id
                  ? 'הכתובת הקודמת תפנה לחדשה'
                  : undefined
            }
            disabled={isUnsaved}
            required
            maxLength={60}
            dir="auto"
            autoComplete="off"
            value={slug}
            error={error.slug}
            onChange={({ target }) => setSlug(target.value)}
          />
          <SelectField
            name="layout"
            label="המסגרת"
            value={layout}
            onChange={({ target }) => setLayout(target.value === 'landing' ? 'landing' : 'site')}
          >
            <option value="site">עם התפריט והתחתית של האתר</option>
            <option value="landing">עמוד נחיתה: בלי תפריט</option>
          </SelectField>
          <FormError>{error.form}</FormError>
        </DialogBody>
        <FormActions words="שמירה" busy={change.isPending} onBack={onClose} />
      </form>
    </Dialog>
  )
}
