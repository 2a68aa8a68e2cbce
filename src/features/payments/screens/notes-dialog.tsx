import { NotesForm } from '#features/payments/payment-forms.ts'
import { type ShownPayment, useNotePayment } from '#features/payments/payments.data.ts'
import { TextField } from '#ui/forms/field.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { useSeenRow } from '#platform/editing/use-seen-row.ts'
import { ledgerForm } from './ledger-form.ts'
import { offerLedgerUndo } from './run-with-undo.ts'

type Props = { contactId: string; payment: ShownPayment | undefined; onClose: () => void }

export const NotesDialog = ({ contactId, payment, onClose }: Props) => (
  <RecordDialog open={payment !== undefined} onClose={onClose} title="מסמך והערה">
    {payment && <NotesFields contactId={contactId} payment={payment} />}
  </RecordDialog>
)

function NotesFields({ contactId, payment }: { contactId: string; payment: ShownPayment }) {
  const change = useNotePayment(contactId)
  const { seen, noteConflict } = useSeenRow(payment)
  return (
    <RecordForm
      {...ledgerForm}
      schema={NotesForm}
      save={(notes) => noteConflict(change.mutateAsync({ id: seen.id, before: seen, notes }))}
      saved={(_answer, before) => {
        const { id, reference, document_number, note } = seen
        offerLedgerUndo('הפרטים נשמרו', () =>
          change.mutateAsync({ id, before, notes: { reference, document_number, note } }),
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
  )
}
