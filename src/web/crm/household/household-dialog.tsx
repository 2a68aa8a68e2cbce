import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import {
  EditConflict,
  type HouseholdChanges,
  type ShownHousehold,
  useChangeHousehold,
} from '#features/households/households.data.ts'
import { refusals } from '#features/households/households.ts'
import { formText } from '#lib/forms/form-text.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { ConflictNotice, type ForeignChange } from '#ui/states/conflict-notice.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { FormFault } from '#ui/forms/form-fault.tsx'
import { offerUndo, TooLateToUndo } from '#ui/undo/undo.ts'
import { useWhatChanged } from '../audit/use-what-changed.ts'

type Props = { home: ShownHousehold; open: boolean; onOpenChange: (open: boolean) => void }

/** The facts of a home. */
export const HouseholdDialog = (props: Props) => (
  <Dialog open={props.open} onOpenChange={props.onOpenChange} title="עריכת פרטי הבית">
    {props.open && <HouseholdForm {...props} />}
  </Dialog>
)

function HouseholdForm({ home, onOpenChange }: Props) {
  // What was seen when the writing began, and the version over which it is saved.
  const [base] = useState(home)
  const [seen, setSeen] = useState(home)
  const [error, setError] = useState<string | undefined>()
  const [theirs, setTheirs] = useState<readonly ForeignChange[] | undefined>()
  const whatChanged = useWhatChanged('households')
  const change = useChangeHousehold()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const written = {
      name: oneLine(formText(form, 'name')),
      address: oneLine(formText(form, 'address')) || null,
      notes: formText(form, 'notes').trim() || null,
    }
    const keys = Object.keys(written) as (keyof typeof written)[]
    // Only what the person has changed is sent, so that nobody's other facts are overwritten.
    const changes: HouseholdChanges = Object.fromEntries(
      keys.filter((key) => written[key] !== base[key]).map((key) => [key, written[key]]),
    )
    if (Object.keys(changes).length === 0) return onOpenChange(false)
    setError(undefined)
    if (!written.name) return setError(refusals.household_name_length)
    try {
      const version = await change.mutateAsync({ seen, changes })
      onOpenChange(false)
      offerUndo({ title: 'פרטי הבית נשמרו', undo: () => takeBack(version, changes) })
    } catch (failure) {
      if (!(failure instanceof EditConflict)) return setError(refusalText(failure, refusals))
      if (!failure.theirs) return setError('משק הבית נמחק בינתיים, או שאין לכם גישה אליו')
      const told = await whatChanged(seen.id, seen.version)
      setTheirs(told.length > 0 ? told : [{ facts: [] }])
      setSeen({ ...seen, version: failure.theirs.version })
    }
  }

  async function takeBack(version: number, changes: HouseholdChanges) {
    const keys = Object.keys(changes) as (keyof HouseholdChanges)[]
    const before = Object.fromEntries(keys.map((key) => [key, base[key]]))
    try {
      await change.mutateAsync({ seen: { id: base.id, version }, changes: before })
    } catch (failure) {
      throw failure instanceof EditConflict ? new TooLateToUndo('פרטי הבית השתנו מאז', { cause: failure }) : failure
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <DialogBody>
        {theirs && <ConflictNotice changes={theirs} />}
        <FormFault>{error}</FormFault>
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
