import { ChargeForm } from '#features/payments/payment-forms.ts'
import { useAddCharge, useVoidCharges } from '#features/payments/payments.data.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { useLedgerForm } from './use-ledger-form.ts'

type Props = { contactId: string; open: boolean; today: string; onClose: () => void }

/** Adds a one-time charge. */
export function ChargeDialog({ open, onClose, ...rest }: Props) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="חיוב חדש">
      {open && <Fields {...rest} onClose={onClose} />}
    </Dialog>
  )
}

function Fields({ contactId, today, onClose }: Omit<Props, 'open'>) {
  const add = useAddCharge(contactId)
  const voidCharges = useVoidCharges(contactId)
  const { id, faults, read, write, isBusy } = useLedgerForm(ChargeForm, onClose)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        const typed = read(event)
        if (!typed) return
        const charge = {
          id,
          contact_id: contactId,
          title: typed.title,
          amount_agorot: typed.amount,
          due_on: typed.due_on,
        }
        void write(add.mutateAsync(charge), 'החיוב נרשם', () =>
          voidCharges.mutateAsync({ ids: [id], reason: 'נרשם בטעות' }),
        )
      }}
    >
      <DialogBody>
        <FormError>{faults['all']}</FormError>
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
        <TextField type="date" name="due_on" label="לתשלום עד" required defaultValue={today} error={faults['due_on']} />
      </DialogBody>
      <FormActions words="רישום החיוב" busy={isBusy} onBack={onClose} />
    </form>
  )
}
