import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { OwnerSelect } from '#platform/accounts/staff-select.tsx'
import { sources } from '#features/contacts/contacts.ts'
import {
  type OpportunityDetail,
  OpportunityConflict,
  useUpdateOpportunity,
} from '#features/opportunities/detail/opportunity-detail.data.ts'
import { refusals } from '#features/opportunities/opportunities.ts'
import { useProducts } from '#features/products/products.data.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { ConflictNotice, type ForeignChange } from '#ui/states/conflict-notice.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { useForeignChanges } from '#features/audit/screens/use-foreign-changes.ts'
import { differencesOf, type Faults, readOpportunityForm } from '#features/opportunities/screens/opportunity-form.ts'

type Props = { opportunity: OpportunityDetail; open: boolean; onOpenChange: (open: boolean) => void }

/** On a conflict the concurrent change is shown before it can be overwritten. */
export const OpportunityEditDialog = ({ opportunity, open, onOpenChange }: Props) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="עריכת ההזדמנות">
    {open && <EditForm opportunity={opportunity} onDone={() => onOpenChange(false)} />}
  </Dialog>
)

function EditForm({ opportunity, onDone }: Pick<Props, 'opportunity'> & { onDone: () => void }) {
  // The row when editing began: changes are computed against it, even after refetches.
  const [base] = useState(opportunity)
  const [seen, setSeen] = useState(opportunity)
  const [owner, setOwner] = useState(opportunity.owner_id)
  const [theirs, setTheirs] = useState<readonly ForeignChange[]>([])
  const readForeignChanges = useForeignChanges('opportunities')
  const [faults, setFaults] = useState<Faults>({})
  const [error, setError] = useState<string | undefined>()
  const nameOf = useStaffName()
  const products = useProducts().data ?? []
  const change = useUpdateOpportunity()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const read = readOpportunityForm(base, new FormData(event.currentTarget))
    setFaults('faults' in read ? read.faults : {})
    if ('faults' in read) return
    const { changes } = read
    if (Object.keys(changes).length === 0) return onDone()
    setError(undefined)
    change.mutate(
      { seen, changes },
      {
        onSuccess: (version) => {
          onDone()
          const before = Object.fromEntries(
            Object.keys(changes).map((key) => [key, base[key as keyof OpportunityDetail]]),
          )
          offerUndo({
            title: `הפרטים של ${isolate(base.name)} נשמרו`,
            explain: (failure) => refusalText(failure, refusals),
            undo: async () => void (await change.mutateAsync({ seen: { id: base.id, version }, changes: before })),
          })
        },
        onError: (failure) => void refused(failure),
      },
    )
  }

  async function refused(failure: Error) {
    if (!(failure instanceof OpportunityConflict)) return setError(refusalText(failure, refusals))
    if (!failure.theirs) return setError(refusals.opportunity_not_found)
    const foreignChanges = await readForeignChanges(seen.id, seen.version)
    const facts = differencesOf(seen, failure.theirs, nameOf)
    setTheirs(foreignChanges.length > 0 ? foreignChanges : [{ who: 'מישהו אחר', when: 'לפני רגע', facts }])
    setSeen(failure.theirs)
    return undefined
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        {theirs.length > 0 && <ConflictNotice changes={theirs} />}
        <FormError>{error}</FormError>
        <TextField
          label="שם"
          name="name"
          required
          defaultValue={base.name}
          maxLength={160}
          dir="auto"
          autoComplete="off"
          error={faults.name}
        />
        <TextField
          label="סכום בשקלים"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={base.amount_agorot > 0 ? String(base.amount_agorot / 100) : ''}
          error={faults.amount_agorot}
        />
        <TextField
          label="הסתברות באחוזים"
          name="probability"
          inputMode="numeric"
          autoComplete="off"
          hint="ריק: לפי השלב"
          defaultValue={base.probability_override === null ? '' : String(base.probability_override)}
          error={faults.probability_override}
        />
        <TextField label="סגירה צפויה" name="closes" type="date" defaultValue={base.expected_close_on ?? ''} />
        <SelectField label="מוצר" name="product" defaultValue={base.product_id ?? ''}>
          <option value="">לא נבחר</option>
          {products.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <OwnerSelect name="owner" value={owner} onChange={setOwner} />
        <SelectField label="מקור" name="source" defaultValue={base.source ?? ''}>
          <option value="">לא ידוע</option>
          {[...new Set([...sources, ...(base.source ? [base.source] : [])])].map((source) => (
            <option key={source}>{source}</option>
          ))}
        </SelectField>
      </DialogBody>
      <FormActions words="שמירת השינויים" busy={change.isPending} onBack={onDone} />
    </form>
  )
}
