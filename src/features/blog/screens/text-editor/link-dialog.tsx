import type { Editor } from '@tiptap/core'
import { type FormEvent, useState } from 'react'
import { safeHref } from '#features/blog/post-body.ts'
import { formText } from '#lib/forms/form-text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'

/** Link of the selected text. Without a selection the URL itself is inserted. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const before = String(editor.getAttributes('link')['href'] ?? '')
  const [error, setError] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const href = safeHref(completeUrl(formText(new FormData(event.currentTarget), 'href')))
    if (!href) return setError('זו לא כתובת שאפשר להגיע אליה. דוגמה: ‎/contact')
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !before)
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="קישור">
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <TextField
            name="href"
            label="לאן הוא מוביל"
            hint="עמוד באתר, כתובת מלאה, דוא״ל או טלפון"
            defaultValue={before}
            error={error}
            dir="ltr"
            autoComplete="off"
            list="site-addresses"
          />
        </DialogBody>
        <DialogActions>
          <Button type="submit" look="primary">
            שמירת הקישור
          </Button>
          {before && (
            <Button
              look="ghost"
              onClick={() => {
                editor.chain().focus().extendMarkRange('link').unsetLink().run()
                onClose()
              }}
            >
              הסרת הקישור
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Completes shorthand input: example.com, noa@example.com, 03-0000000. */
function completeUrl(typed: string): string {
  if (/^[^\s@/:]+@[^\s@/:]+\.\w+$/.test(typed)) return `mailto:${typed}`
  if (/^\+?[\d-]{7,}$/.test(typed)) return `tel:${typed}`
  return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(typed) ? `https://${typed}` : typed
}
