// Manually enrols one contact in an automation.
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useEnrol } from '#features/automations/runs.data.ts'
import { refusals } from '#features/automations/automations.ts'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = {
  automationId: string
  /** Whether a message of the automation has a context besides the contact. */
  needsEvent: boolean
  open: boolean
  onClose: () => void
}

export const EnrolDialog = ({ automationId, needsEvent, open, onClose }: Props) => (
  <Dialog
    open={open}
    onOpenChange={(next) => !next && onClose()}
    title="הוספה ידנית"
    text="הכניסה היא בלי האירוע שמתחיל את האוטומציה. תנאי הכניסה נבדקים גם כאן."
  >
    <EnrolForm automationId={automationId} needsEvent={needsEvent} onClose={onClose} />
  </Dialog>
)

function EnrolForm({ automationId, needsEvent, onClose }: Omit<Props, 'open'>) {
  const enrol = useEnrol()
  const [contact, setContact] = useState<PickerItem | null>(null)
  const [error, setError] = useState<string>()
  const choose = (selected: PickerItem | null) => {
    setContact(selected)
    setError(undefined)
  }
  const submit = () => {
    if (!contact) return setError('צריך לבחור איש קשר')
    enrol.mutate(
      { id: automationId, contacts: [contact.id] },
      {
        onSuccess: () => {
          toast.success('אם תנאי הכניסה מתקיימים, הכניסה תירשם בתוך כמה שניות')
          onClose()
        },
        onError: (refused) => setError(refusalText(refused, refusals)),
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <DialogBody>
        {needsEvent && <p>הודעות עם פרטים של האירוע, כמו מועד או קישור, לא יישלחו למי שמתווספים ידנית.</p>}
        <ContactPicker value={contact} onChange={choose} error={error} />
      </DialogBody>
      <FormActions words="הוספה" busyWords="מוסיפים" busy={enrol.isPending} onBack={onClose} />
    </form>
  )
}
