import { type FormEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { type ListedPage, usePublishSite } from '#platform/pages/editing.data.ts'
import { siteWidePath, refusals } from '#platform/pages/pages.ts'
import { count } from '#lib/hebrew/count.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { CheckField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** Publishes the site: all pages, except those deselected. */
export function OpenSiteDialog({ pages, onClose }: { pages: readonly ListedPage[]; onClose: () => void }) {
  const publish = usePublishSite()
  const [errorText, setErrorText] = useState('')
  const offered = pages.filter(({ path }) => path !== siteWidePath)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const selected = new FormData(event.currentTarget)
    const paths = offered.map(({ path }) => path).filter((path) => selected.has(path))
    if (paths.length === 0) return setErrorText('צריך לבחור לפחות עמוד אחד')
    publish.mutate(paths, {
      onSuccess() {
        const opened = count(paths.length, { one: 'עמוד אחד פתוח', two: 'שני עמודים פתוחים', other: '# עמודים פתוחים' })
        toast.success(`${opened} למבקרים`, { title: 'האתר באוויר' })
        onClose()
      },
      onError: (error) => setErrorText(refusalText(error, refusals)),
    })
  }

  return (
    <Dialog
      wide
      open
      onOpenChange={(open) => !open && onClose()}
      title="לפתוח את האתר?"
      text="העמודים המסומנים ייראו לכולם כפי שנשמרו לאחרונה. אפשר לפרסם את האחרים גם אחר כך."
    >
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <fieldset className="open-site">
            <legend className="vh">אילו עמודים</legend>
            {offered.map(({ path, label }) => (
              <CheckField key={path} name={path} label={label} defaultChecked />
            ))}
          </fieldset>
          <FormError>{errorText}</FormError>
        </DialogBody>
        <FormActions words="פתיחת האתר" busy={publish.isPending} onBack={onClose} />
      </form>
    </Dialog>
  )
}
