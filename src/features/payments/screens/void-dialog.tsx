import { VoidForm } from '#features/payments/payment-forms.ts'
import { TextField } from '#ui/forms/field.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { ledgerForm } from './ledger-form.ts'
import { offerLedgerUndo } from './run-with-undo.ts'

type Props = {
  /** What the dialog voids. `done` is the success message. */
  target: { title: string; text: string; done: string } | undefined
  onClose: () => void
  /** Voids the row for a reason; null reverts it. */
  onVoid: (reason: string | null) => Promise<unknown>
}

/** Ledger rows are never deleted, only voided with a reason. */
export const VoidDialog = ({ target, onClose, onVoid }: Props) => (
  <RecordDialog open={target !== undefined} onClose={onClose} title={target?.title ?? ''} text={target?.text}>
    {target && (
      <RecordForm
        {...ledgerForm}
        schema={VoidForm}
        save={({ reason }) => onVoid(reason)}
        saved={() => offerLedgerUndo(target.done, () => onVoid(null))}
        action="ביטול הרישום"
        busyAction="ביטול הרישום"
        actionLook="danger"
      >
        {(errors) => (
          <TextField name="reason" label="למה" required autoComplete="off" maxLength={300} error={errors['reason']} />
        )}
      </RecordForm>
    )}
  </RecordDialog>
)
