import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { formText } from '#lib/forms/form-text.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { CheckField, ErrorText, TextField } from '#ui/forms/field.tsx'
import { refusals, ViewName } from './saved-views.ts'
import type { ShownView } from './saved-views.data.ts'

/** Asks for a view's name and visibility; for a new view, or for the open one. */
export function ViewDialog({
  open,
  view,
  onClose,
  onSave,
}: {
  open: 'new' | 'rename' | undefined
  view: ShownView | undefined
  onClose: () => void
  onSave: (named: { name: string; shared: boolean }) => Promise<void>
}) {
  const [fault, setFault] = useState<{ name?: string; all?: string }>({})
  const [isBusy, setBusy] = useState(false)
  const shown = open === 'rename' ? view : undefined

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = ViewName.safeParse(formText(form, 'name'))
    if (!name.success) return setFault({ name: name.error.issues[0]!.message })
    setBusy(true)
    try {
      await onSave({ name: name.data, shared: form.has('shared') })
      close()
    } catch (error) {
      setFault({ all: refusalText(error, refusals) })
    } finally {
      setBusy(false)
    }
  }
  function close() {
    setFault({})
    onClose()
  }

  return (
    <Dialog
      open={open !== undefined}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={open === 'rename' ? 'שינוי התצוגה' : 'שמירת תצוגה'}
      text="הסינון, הסדר והעמודות נשמרים ככרטיסייה. הרשימה עצמה תמיד עדכנית."
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogBody>
          <TextField
            label="שם"
            name="name"
            required
            maxLength={60}
            dir="auto"
            autoComplete="off"
            placeholder="למשל: מתעניינים מהשבוע"
            defaultValue={shown?.name ?? ''}
            error={fault.name}
          />
          <CheckField label="גלויה לכל הצוות" name="shared" defaultChecked={shown?.shared ?? false} />
          {fault.all && <ErrorText>{fault.all}</ErrorText>}
        </DialogBody>
        <FormActions words="שמירה" busy={isBusy} onBack={close} />
      </form>
    </Dialog>
  )
}
