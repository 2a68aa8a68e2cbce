import { type FormEvent, useState } from 'react'
import { useBackend } from '#client/session-context.tsx'
import { refusalText } from '#client/refusal.ts'
import { type Block, readBlocks } from '#platform/pages/blocks.ts'
import { readOpenedPage, useSitePages } from '#platform/pages/editing.data.ts'
import { isSiteWide } from '#platform/pages/pages.ts'
import { formText } from '#lib/forms/form-text.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { ErrorText, SelectField } from '#ui/forms/field.tsx'

/** Copies another page's blocks, so that a winning home page variant can become the home page. */
export function CopyPageDialog({
  path,
  onCopied,
  onClose,
}: {
  path: string
  onCopied: (label: string, blocks: readonly Block[]) => void
  onClose: () => void
}) {
  const backend = useBackend()
  const { data: pages = [] } = useSitePages()
  const [errorText, setErrorText] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const from = pages.find((page) => page.path === formText(new FormData(event.currentTarget), 'from'))
    if (!from) return
    setBusy(true)
    try {
      const opened = await readOpenedPage(backend, from.path)
      onCopied(from.label, readBlocks(opened?.blocks ?? []))
    } catch (error) {
      setErrorText(refusalText(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="התחלה מתוכן של עמוד אחר"
      text="כל המקטעים של העמוד הזה יוחלפו. דבר לא נשמר עד שתשמרו, ואפשר לבטל את הצעד."
    >
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <SelectField name="from" label="להתחיל מתוך">
            {pages
              .filter((page) => page.path !== path && !isSiteWide(page.path))
              .map((page) => (
                <option key={page.path} value={page.path}>
                  {page.label}
                </option>
              ))}
          </SelectField>
          {errorText && <ErrorText>{errorText}</ErrorText>}
        </DialogBody>
        <FormActions words="החלפה" busy={busy} onBack={onClose} />
      </form>
    </Dialog>
  )
}
