import type { Editor } from '@tiptap/core'
import { type FormEvent, useState } from 'react'
import { formText } from '#lib/forms/form-text.ts'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { AddressField, readAddress } from './address-field.tsx'

type Props = { editor: Editor; fields: readonly MergeField[]; onClose: () => void }

/** Edits the link of the selected text. Without a selection it also has a field for the link text. */
export function AddressDialog({ editor, fields, onClose }: Props) {
  const before = String(editor.getAttributes('link')['href'] ?? '')
  const isNew = editor.state.selection.empty && !before
  const [to, setTo] = useState(before)
  const [error, setError] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const href = readAddress(to)
    if (!href) return setError('זו לא כתובת שאפשר להגיע אליה. דוגמה: ‎/contact')
    const text = formText(new FormData(event.currentTarget), 'words').trim()
    const shown = text || (fields.find(({ name }) => `{{${name}}}` === href)?.label ?? href)
    const chain = editor.chain().focus()
    if (isNew) chain.insertContent({ type: 'text', text: shown, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.extendMarkRange('link').setLink({ href }).run()
    onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="קישור">
      <form onSubmit={submit} noValidate>
        <DialogBody>
          {isNew && <TextField name="words" label="המילים של הקישור" autoComplete="off" />}
          <AddressField name="href" fields={fields} value={to} onChange={setTo} error={error} />
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
