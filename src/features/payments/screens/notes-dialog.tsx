import { NotesForm } from '#features/payments/payment-forms.ts'
import { type ShownPayment, useNotePayment } from '#features/payments/payments.data.ts'
import { TextField } from '#ui/forms/field.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { ledgerForm } from './ledger-form.ts'
import { offerLedgerUndo } from './run-with-undo.ts'

type Props = { contactId: string; payment: ShownPayment | undefined; onClose: () => void }

export function NotesDialog({ contactId, payment, onClose }: Props) {
  const change = useNotePayment(contactId)
  return (
    <RecordDialog open={payment !== undefined} onClose={onClose} title="מסמך והערה">
      {payment && (
        <RecordForm
          {...ledgerForm}
          schema={NotesForm}
          save={(notes) => change.mutateAsync({ id: payment.id, notes })}
          saved={() => {
            const { id, reference, document_number, note } = payment
            offerLedgerUndo('הפרטים נשמרו', () =>
              change.mutateAsync({ id, notes: { reference, document_number, note } }),
            )
          }}
          action="שמירה"
        >
          {(errors) => (
            <>
              <TextField
                name="document_number"
                label="מספר הקבלה או החשבונית"
                optional="(לא חובה)"
                autoComplete="off"
                maxLength={40}
                defaultValue={payment.document_number ?? ''}
                error={errors['document_number']}
              />
              <TextField
                name="reference"
                label={payment.method === 'cheque' ? 'מספר הצ׳ק' : 'אסמכתה'}
                optional="(לא חובה)"
                autoComplete="off"
                maxLength={60}
                defaultValue={payment.reference ?? ''}
                error={errors['reference']}
              />
              <TextField
                name="note"
                label="הערה"
                optional="(לא חובה)"
                autoComplete="off"
                maxLength={300}
                defaultValue={payment.note ?? ''}
                error={errors['note']}
              />
            </>
          )}
        </RecordForm>
      )}
    </RecordDialog>
  )
}
