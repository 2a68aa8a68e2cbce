import { ChargeForm } from '#features/payments/payment-forms.ts'
import { useAddCharge, useVoidCharges } from '#features/payments/payments.data.ts'
import { refusals } from '#features/payments/payments.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useCheckedForm } from '../use-checked-form.ts'
import { carryOut } from './ledger-words.ts'

type Props = { contactId: string; open: boolean; today: string; onClose: () => void }

/** One thing to be paid, once. */
export function ChargeDialog({ contactId, open, today, onClose }: Props) {
  const add = useAddCharge(contactId)
  const voidCharges = useVoidCharges(contactId)
  const { faults, read } = useCheckedForm(ChargeForm, { refusals })
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="חיוב חדש">
      <form
        noValidate
        onSubmit={(event) => {
          const typed = read(event)
          if (!typed) return
          const id = crypto.randomUUID()
          const charge = {
            id,
            contact_id: contactId,
            title: typed.title,
            amount_agorot: typed.amount,
            due_on: typed.due_on,
          }
          void carryOut(add.mutateAsync(charge), 'החיוב נרשם', () =>
            voidCharges.mutateAsync({ ids: [id], reason: 'נרשם בטעות' }),
          )
          onClose()
        }}
      >
        <DialogBody>
          <TextField
            name="title"
            label="עבור מה"
            required
            autoComplete="off"
            maxLength={120}
            placeholder="פגישת ייעוץ"
            error={faults['title']}
          />
          <TextField
            name="amount"
            label="סכום בשקלים"
            required
            inputMode="decimal"
            autoComplete="off"
            hint="מה שהלקוחות משלמים בפועל, כולל מע״מ"
            error={faults['amount']}
          />
          <TextField
            type="date"
            name="due_on"
            label="לתשלום עד"
            required
            defaultValue={today}
            error={faults['due_on']}
          />
        </DialogBody>
        <FormActions words="רישום החיוב" busy={false} onBack={onClose} />
      </form>
    </Dialog>
  )
}
