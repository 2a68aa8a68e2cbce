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
import { FormError } from '#ui/forms/form-error.tsx'
import { offerUndo, TooLateToUndo } from '#ui/undo/undo.ts'
import { useForeignChanges } from '#features/audit/screens/use-foreign-changes.ts'

type Props = { home: ShownHousehold; open: boolean; onOpenChange: (open: boolean) => void }

/** Edits a household. */
export const HouseholdDialog = (props: Props) => (
  <Dialog open={props.open} onOpenChange={props.onOpenChange} title="עריכת פרטי הבית">
    {props.open && <HouseholdForm {...props} />}
  </Dialog>
)

function HouseholdForm({ home, onOpenChange }: Props) {
  // The row when editing began, and the version for optimistic locking.
  const [base] = useState(home)
  const [seen, setSeen] = useState(home)
  const [error, setError] = useState<string | undefined>()
  const [theirs, setTheirs] = useState<readonly ForeignChange[] | undefined>()
  const readForeignChanges = useForeignChanges('households')
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
    // Sends only changed fields, so that concurrent edits of others survive.
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
      const foreignChanges = await readForeignChanges(seen.id, seen.version)
      setTheirs(foreignChanges.length > 0 ? foreignChanges : [{ facts: [] }])
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
        <FormError>{error}</FormError>
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
