import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { OwnerSelect } from '#platform/accounts/staff-select.tsx'
import { sources } from '#features/contacts/contacts.ts'
import { type OpportunityDetail, useUpdateOpportunity } from '#features/opportunities/detail/opportunity-detail.data.ts'
import { refusals } from '#features/opportunities/opportunities.ts'
import { useProducts } from '#features/products/products.data.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { useForeignChanges } from '#features/audit/screens/use-foreign-changes.ts'
import { differencesOf, OpportunityEdit } from '#features/opportunities/screens/opportunity-form.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { useRowEdit } from '#platform/editing/use-row-edit.tsx'

type Props = { opportunity: OpportunityDetail; open: boolean; onOpenChange: (open: boolean) => void }

/** On a conflict the concurrent change is shown before it can be overwritten. */
export const OpportunityEditDialog = ({ opportunity, open, onOpenChange }: Props) => (
  <RecordDialog open={open} onClose={() => onOpenChange(false)} title="עריכת ההזדמנות">
    <EditForm opportunity={opportunity} />
  </RecordDialog>
)

const ownRefusals = { ...refusals, row_gone: refusals.opportunity_not_found }
const fields = {
  opportunity_name_length: 'name',
  amount_negative: 'amount_agorot',
  probability_out_of_range: 'probability_override',
}

function EditForm({ opportunity }: Pick<Props, 'opportunity'>) {
  const nameOf = useStaffName()
  const products = useProducts().data ?? []
  const readForeignChanges = useForeignChanges('opportunities')
  const { base, seen, changed, before, conflict } = useRowEdit(opportunity, {
    readForeignChanges,
    differences: (then, now) => differencesOf(then, now, nameOf),
  })
  const change = useUpdateOpportunity()

  async function save(typed: OpportunityEdit) {
    const changes = changed(typed)
    return changes && { changes, version: await change.mutateAsync({ seen, changes }) }
  }
  const offerPrevious = ({ changes, version }: NonNullable<Awaited<ReturnType<typeof save>>>) =>
    offerUndo({
      title: `הפרטים של ${isolate(base.name)} נשמרו`,
      explain: (failure) => refusalText(failure, refusals),
      undo: async () => void (await change.mutateAsync({ seen: { id: base.id, version }, changes: before(changes) })),
    })

  return (
    <RecordForm
      schema={OpportunityEdit}
      refusals={ownRefusals}
      fields={fields}
      save={save}
      saved={(done) => done && offerPrevious(done)}
      conflict={conflict}
      action="שמירת השינויים"
    >
      {(errors) => (
        <>
          <TextField
            label="שם"
            name="name"
            required
            defaultValue={base.name}
            maxLength={160}
            dir="auto"
            autoComplete="off"
            error={errors['name']}
          />
          <TextField
            label="סכום בשקלים"
            name="amount_agorot"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={base.amount_agorot > 0 ? String(base.amount_agorot / 100) : ''}
            error={errors['amount_agorot']}
          />
          <TextField
            label="הסתברות באחוזים"
            name="probability_override"
            inputMode="numeric"
            autoComplete="off"
            hint="ריק: לפי השלב"
            defaultValue={base.probability_override === null ? '' : String(base.probability_override)}
            error={errors['probability_override']}
          />
          <DayField
            label="סגירה צפויה"
            name="expected_close_on"

            defaultValue={base.expected_close_on ?? ''}
          />
          <SelectField label="מוצר" name="product_id" defaultValue={base.product_id ?? ''}>
            <option value="">לא נבחר</option>
            {withSelected(products, base).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <OwnerField initial={base.owner_id} />
          <SelectField label="מקור" name="source" defaultValue={base.source ?? ''}>
            <option value="">לא ידוע</option>
            {[...new Set([...sources, ...(base.source ? [base.source] : [])])].map((source) => (
              <option key={source}>{source}</option>
            ))}
          </SelectField>
        </>
      )}
    </RecordForm>
  )
}

/** The chosen product is an option while products load: otherwise the field would show none, and saving would remove it. */
const withSelected = (
  products: readonly { id: string; name: string }[],
  { product_id: id, product }: Pick<OpportunityDetail, 'product_id' | 'product'>,
) => (id && products.every((one) => one.id !== id) ? [...products, { id, name: product?.name ?? '' }] : products)

function OwnerField({ initial }: { initial: string | null }) {
  const [owner, setOwner] = useState(initial)
  return <OwnerSelect name="owner_id" value={owner} onChange={setOwner} />
}
