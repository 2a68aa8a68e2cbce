import { NotesForm } from '#features/payments/payment-forms.ts'
import { type ShownPayment, useNotePayment } from '#features/payments/payments.data.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { useLedgerForm } from './use-ledger-form.ts'

type Props = { contactId: string; payment: ShownPayment | undefined; onClose: () => void }

/** Edits the notes of a payment. */
export function NotesDialog({ payment, onClose, ...rest }: Props) {
  return (
    <Dialog open={payment !== undefined} onOpenChange={(open) => !open && onClose()} title="מסמך והערה">
      {payment && <Fields {...rest} payment={payment} onClose={onClose} />}
    </Dialog>
  )
}

function Fields({ contactId, payment, onClose }: Props & { payment: ShownPayment }) {
  const note = useNotePayment(contactId)
  const { faults, read, write, isBusy } = useLedgerForm(NotesForm, onClose)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        const notes = read(event)
        if (!notes) return
        const { id, reference, document_number, note: words } = payment
        void write(note.mutateAsync({ id, notes }), 'הפרטים נשמרו', () =>
          note.mutateAsync({ id, notes: { reference, document_number, note: words } }),
        )
      }}
    >
      <DialogBody>
        <FormError>{faults['all']}</FormError>
        <TextField
          name="document_number"
          label="מספר הקבלה או החשבונית"
          optional="(לא חובה)"
          autoComplete="off"
          maxLength={40}
          defaultValue={payment.document_number ?? ''}
          error={faults['document_number']}
        />
        <TextField
          name="reference"
          label={payment.method === 'cheque' ? 'מספר הצ׳ק' : 'אסמכתה'}
          optional="(לא חובה)"
          autoComplete="off"
          maxLength={60}
          defaultValue={payment.reference ?? ''}
          error={faults['reference']}
        />
        <TextField
          name="note"
          label="הערה"
          optional="(לא חובה)"
          autoComplete="off"
          maxLength={300}
          defaultValue={payment.note ?? ''}
          error={faults['note']}
        />
      </DialogBody>
      <FormActions words="שמירה" busy={isBusy} onBack={onClose} />
    </form>
  )
}
