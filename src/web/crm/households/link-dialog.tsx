import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useLinkAsHousehold, useUnlinkHousehold } from '#features/duplicates/duplicates.data.ts'
import { refusals } from '#features/households/households.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'

type Props = {
  /** A member, or the contact to link. */
  contactId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Links two contacts into a household, creating it if needed. */
export const LinkDialog = (props: Props) => (
  <Dialog
    open={props.open}
    onOpenChange={props.onOpenChange}
    title="קישור לאותו בית"
    text="ציר הזמן, ההזדמנויות ופרטי הקשר המשותפים יופיעו גם בדף המשותף"
  >
    {props.open && <LinkForm {...props} />}
  </Dialog>
)

function LinkForm({ contactId, onOpenChange }: Props) {
  const [other, setOther] = useState<PickerItem | null>(null)
  const [error, setError] = useState<string | undefined>()
  const link = useLinkAsHousehold()
  const unlink = useUnlinkHousehold()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!other) return setError('יש לבחור איש קשר')
    try {
      const before = await link.mutateAsync([contactId, other.id])
      offerUndo({ title: 'נוסף לבית', undo: () => unlink.mutateAsync(before) })
      onOpenChange(false)
    } catch (failure) {
      setError(refusalText(failure, refusals))
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <DialogBody>
        <ContactPicker value={other} onChange={setOther} error={error} />
      </DialogBody>
      <FormActions words="קישור" busy={link.isPending} onBack={() => onOpenChange(false)} />
    </form>
  )
}
