import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { slugOf } from '#features/blog/slug.ts'
import { pageTemplates } from '#platform/pages/content/page-templates.ts'
import { type ListedPage, useAddPage } from '#platform/pages/editing.data.ts'
import { pageEditorPath } from '#platform/pages/page-editor-path.ts'
import { isSiteWide, PageSlug, refusals } from '#platform/pages/pages.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'

/** A new page from a template, or as a copy of another one. Opens its editor. */
export function NewPageDialog({ pages, onClose }: { pages: readonly ListedPage[]; onClose: () => void }) {
  const navigate = useNavigate()
  const add = useAddPage()
  const [label, setLabel] = useState('')
  const [typedSlug, setTypedSlug] = useState<string>()
  const [start, setStart] = useState(pageTemplates[0]!.name)
  const [error, setError] = useState<{ slug?: string; label?: string; form?: string }>({})
  const slug = typedSlug ?? slugOf(label)
  const copied = pages.find(({ path }) => path === start)
  const template = pageTemplates.find(({ name }) => name === start)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!label.trim()) return setError({ label: 'שדה חובה' })
    const checked = PageSlug.safeParse(slug)
    if (!checked.success) return setError({ slug: checked.error.issues[0]!.message })
    try {
      const { path } = await add.mutateAsync({
        label,
        slug,
        layout: template?.layout ?? copied?.layout ?? 'site',
        ...(template ? { template: template.name } : { copyOf: start }),
      })
      await navigate(pageEditorPath(path))
    } catch (failure) {
      const text = refusalText(failure, refusals)
      setError(refusalCode(failure).startsWith('slug_') ? { slug: text } : { form: text })
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="עמוד חדש"
      text="הוא נשמר כטיוטה, ומבקרים לא רואים אותו עד הפרסום."
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogBody>
          <TextField
            name="label"
            label="שם העמוד"
            required
            maxLength={80}
            autoComplete="off"
            value={label}
            error={error.label}
            onChange={({ target }) => setLabel(target.value)}
          />
          <TextField
            name="slug"
            label="הכתובת"
            hint="אותיות, ספרות ומקפים. זה מה שיופיע אחרי שם האתר"
            required
            maxLength={60}
            dir="auto"
            autoComplete="off"
            value={slug}
            error={error.slug}
            onChange={({ target }) => setTypedSlug(target.value)}
          />
          <SelectField
            name="start"
            label="ממה מתחילים"
            hint={template?.help ?? 'עותק של הנוסח האחרון שנשמר'}
            value={start}
            onChange={({ target }) => setStart(target.value)}
          >
            <optgroup label="תבניות">
              {pageTemplates.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </optgroup>
            <optgroup label="עותק של עמוד">
              {pages
                .filter(({ path }) => !isSiteWide(path))
                .map(({ path, label }) => (
                  <option key={path} value={path}>
                    {label}
                  </option>
                ))}
            </optgroup>
          </SelectField>
          <FormError>{error.form}</FormError>
        </DialogBody>
        <FormActions words="יצירת העמוד" busyWords="יוצרים" busy={add.isPending} onBack={onClose} />
      </form>
    </Dialog>
  )
}
