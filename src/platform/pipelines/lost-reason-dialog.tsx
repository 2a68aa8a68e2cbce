import { type SubmitEvent, useState } from 'react'
import { formText } from '#lib/forms/form-text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { SelectField, TextAreaField } from '#ui/forms/field.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { useLostReasons } from './pipelines.data.ts'
import type { LossDetails } from './pipelines.ts'

/** Asks for the loss reason, which is required. Cancelling leaves the opportunity in its stage. */
export function LostReasonDialog({
  name,
  onLose,
  onKeep,
}: {
  name: string | undefined
  onLose: (lost: LossDetails) => void
  onKeep: () => void
}) {
  const reasons = useLostReasons()
  const [isMissing, setMissing] = useState(false)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const reasonId = formText(form, 'reason')
    setMissing(!reasonId)
    if (reasonId) onLose({ reasonId, note: formText(form, 'note') })
    else event.currentTarget.querySelector<HTMLElement>('select')?.focus()
  }

  return (
    <Dialog
      open={name !== undefined}
      onOpenChange={(open) => {
        setMissing(false)
        if (!open) onKeep()
      }}
      title="למה ההזדמנות לא הבשילה?"
      text={
        <>
          הסיבה תישמר בציר הזמן של <bdi>{name}</bdi> ותעזור להבין מה אפשר לשפר.
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <DialogBody>
          {reasons.isPending && <Loading />}
          {reasons.data && (
            <SelectField
              label="סיבה"
              name="reason"
              required
              defaultValue=""
              error={isMissing ? 'יש לבחור סיבה' : undefined}
            >
              <option value="" disabled>
                בחירה מהרשימה
              </option>
              {reasons.data
                .filter(({ is_active }) => is_active)
                .map((reason) => (
                  <option key={reason.id} value={reason.id}>
                    {reason.name}
                  </option>
                ))}
            </SelectField>
          )}
          {reasons.error && <p role="alert">לא הצלחנו לטעון את הסיבות. אין חיבור לשרת. נסו שוב</p>}
          <TextAreaField label="הערה" optional="(לא חובה)" name="note" maxLength={2000} />
        </DialogBody>
        <DialogActions>
          <Button type="submit" look="primary">
            שמירה
          </Button>
          <Button look="ghost" onClick={onKeep}>
            חזרה
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
