import { type ReactNode, type SubmitEvent, useState } from 'react'
import { formText } from '#lib/forms/form-text.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'

/** Reopening a closed opportunity requires a reason, which is logged on the timeline. */
export function ReopenDialog({
  name,
  children,
  onReopen,
  onKeep,
}: {
  name: string | undefined
  /** Additional fields: which side effects of the win are reverted. */
  children?: ReactNode
  onReopen: (because: string, form: FormData) => void
  onKeep: () => void
}) {
  const [isMissing, setMissing] = useState(false)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const because = formText(form, 'because').trim()
    setMissing(!because)
    if (because) onReopen(because, form)
    else event.currentTarget.querySelector<HTMLElement>('input')?.focus()
  }

  return (
    <Dialog
      open={name !== undefined}
      onOpenChange={(open) => {
        setMissing(false)
        if (!open) onKeep()
      }}
      title="למה ההזדמנות נפתחת מחדש?"
      text={
        <>
          ההיסטוריה של <bdi>{name}</bdi> נשמרת, והסיבה נרשמת בציר הזמן.
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <TextField
            label="סיבה"
            name="because"
            required
            maxLength={500}
            autoComplete="off"
            dir="auto"
            error={isMissing ? 'יש לכתוב סיבה במילה או שתיים' : undefined}
          />
          {children}
        </DialogBody>
        <FormActions words="פתיחה מחדש" busy={false} onBack={onKeep} />
      </form>
    </Dialog>
  )
}
