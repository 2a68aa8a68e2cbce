import { useState } from 'react'
import { useLinkAsHousehold, useUnlinkHousehold } from '#features/duplicates/duplicates.data.ts'
import { refusals } from '#features/households/households.ts'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'
import { useContactsWithSamePoints } from '#platform/contact-search/contact-search.data.ts'
import { z } from '#lib/schema.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

type Props = {
  /** A member, or the contact to link. */
  contactId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

const Linked = z.object({ other: z.string('יש לבחור איש קשר') })

/** Links two contacts into a household, creating it if needed. */
export const LinkDialog = ({ contactId, open, onOpenChange }: Props) => (
  <RecordDialog
    open={open}
    onClose={() => onOpenChange(false)}
    title="קישור לבית משותף"
    text="ציר הזמן, ההזדמנויות ופרטי הקשר המשותפים יופיעו גם בדף המשותף"
  >
    <LinkForm contactId={contactId} />
  </RecordDialog>
)

function LinkForm({ contactId }: Pick<Props, 'contactId'>) {
  const [other, setOther] = useState<PickerItem | null>(null)
  const { data: proposed } = useContactsWithSamePoints(contactId)
  const link = useLinkAsHousehold()
  const unlink = useUnlinkHousehold()
  return (
    <RecordForm
      schema={Linked}
      values={{ other: other?.id }}
      refusals={refusals}
      save={(typed) => link.mutateAsync([contactId, typed.other])}
      saved={(before) => offerUndo({ title: 'הקישור לבית נשמר', undo: () => unlink.mutateAsync(before) })}
      action="קישור"
    >
      {(errors) => (
        <ContactPicker
          value={other}
          onChange={setOther}
          error={errors['other']}
          without={contactId}
          {...(proposed && { proposed })}
        />
      )}
    </RecordForm>
  )
}
