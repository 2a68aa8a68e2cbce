import { useState } from 'react'
import { ChargeForm } from '#features/payments/payment-forms.ts'
import { useAddCharge, useVoidCharges } from '#features/payments/payments.data.ts'
import { TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { ledgerForm, newEntryId } from './ledger-form.ts'
import { offerLedgerUndo } from './run-with-undo.ts'

type Props = { contactId: string; open: boolean; today: string; onClose: () => void }

/** Adds a one-time charge. */
export const ChargeDialog = ({ open, onClose, ...form }: Props) => (
  <RecordDialog open={open} onClose={onClose} title="חיוב חדש">
    <AddCharge {...form} />
  </RecordDialog>
)

function AddCharge({ contactId, today }: Omit<Props, 'open' | 'onClose'>) {
  const add = useAddCharge(contactId)
  const voidCharges = useVoidCharges(contactId)
  const [id] = useState(newEntryId)
  return (
    <RecordForm
      {...ledgerForm}
      schema={ChargeForm}
      save={({ title, amount, due_on }) =>
        add.mutateAsync({ id, contact_id: contactId, title, amount_agorot: amount, due_on })
      }
      saved={() => offerLedgerUndo('החיוב נרשם', () => voidCharges.mutateAsync({ ids: [id], reason: 'נרשם בטעות' }))}
      action="רישום החיוב"
    >
      {(errors) => (
        <>
          <TextField
            name="title"
            label="עבור מה"
            required
            autoComplete="off"
            maxLength={120}
            placeholder="פגישת ייעוץ"
            error={errors['title']}
          />
          <TextField
            name="amount"
            label="סכום בשקלים"
            required
            inputMode="decimal"
            autoComplete="off"
            hint="מה שהלקוחות משלמים בפועל, כולל מע״מ"
            error={errors['amount']}
          />
          <DayField name="due_on" label="לתשלום עד" required defaultValue={today} error={errors['due_on']} />
        </>
      )}
    </RecordForm>
  )
}
