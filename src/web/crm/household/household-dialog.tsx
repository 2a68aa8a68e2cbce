import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import {
  ChangedMeanwhile,
  type HouseholdChanges,
  type ShownHousehold,
  useChangeHousehold,
} from '#features/households/households.data.ts'
import { refusals } from '#features/households/households.ts'
import { formText } from '#lib/form-text.ts'
import { oneLine } from '#lib/hebrew-text.ts'
import { Dialog, DialogBody, FormActions } from '#ui/dialog.tsx'
import { ErrorText, TextAreaField, TextField } from '#ui/field.tsx'
import { offerUndo, TooLateToUndo } from '#ui/undo/undo.ts'

type Props = { home: ShownHousehold; open: boolean; onOpenChange: (open: boolean) => void }

/** The facts of a home. */
export const HouseholdDialog = (props: Props) => (
  <Dialog open={props.open} onOpenChange={props.onOpenChange} title="עריכת פרטי הבית">
    {props.open && <HouseholdForm {...props} />}
  </Dialog>
)

const changedMeanwhile = 'מישהו אחר שמר את פרטי הבית בזמן שערכתם. בדקו מה השתנה, ושמרו שוב'

function HouseholdForm({ home, onOpenChange }: Props) {
  // What was seen when the writing began; after a refusal, what stands now.
  const [seen, setSeen] = useState(home)
  const [error, setError] = useState<string | undefined>()
  const change = useChangeHousehold()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const changes: HouseholdChanges = {
      name: oneLine(formText(form, 'name')),
      address: oneLine(formText(form, 'address')) || null,
      notes: formText(form, 'notes').trim() || null,
    }
    if (!changes.name) return setError(refusals.household_name_length)
    try {
      const version = await change.mutateAsync({ seen, changes })
      onOpenChange(false)
      offerUndo({ title: 'פרטי הבית נשמרו', undo: () => takeBack(version) })
    } catch (failure) {
      if (!(failure instanceof ChangedMeanwhile)) return setError(refusalText(failure, refusals))
      setError(changedMeanwhile)
      setSeen(home)
    }
  }

  async function takeBack(version: number) {
    const { id, name, address, notes } = seen
    try {
      await change.mutateAsync({ seen: { id, version }, changes: { name, address, notes } })
    } catch (failure) {
      throw failure instanceof ChangedMeanwhile ? new TooLateToUndo('פרטי הבית השתנו מאז', { cause: failure }) : failure
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <DialogBody>
        {error && (
          <div role="alert">
            <ErrorText>{error}</ErrorText>
          </div>
        )}
        <TextField label="שם" name="name" required maxLength={120} defaultValue={home.name} autoComplete="off" />
        <TextField label="כתובת" name="address" maxLength={200} defaultValue={home.address ?? ''} autoComplete="off" />
        <TextAreaField
          label="הערות"
          name="notes"
          rows={4}
          maxLength={4000}
          dir="auto"
          defaultValue={home.notes ?? ''}
        />
      </DialogBody>
      <FormActions words="שמירה" busy={change.isPending} onBack={() => onOpenChange(false)} />
    </form>
  )
}
