import { VoidForm } from '#features/payments/payment-forms.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { useLedgerForm } from './use-ledger-form.ts'

type Props = {
  /** `done` is the success message. */
  target: { title: string; text: string; done: string } | undefined
  onClose: () => void
  /** Voids the row for a reason; null reverts it. */
  onVoid: (reason: string | null) => Promise<unknown>
}

/** Ledger rows are never deleted, only voided with a reason. */
export function VoidDialog({ target, onClose, onVoid }: Props) {
  return (
    <Dialog
      open={target !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={target?.title ?? ''}
      text={target?.text}
    >
      {target && <Reason done={target.done} onClose={onClose} onVoid={onVoid} />}
    </Dialog>
  )
}

function Reason({ done, onClose, onVoid }: Omit<Props, 'target'> & { done: string }) {
  const { faults, read, write, isBusy } = useLedgerForm(VoidForm, onClose)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        const typed = read(event)
        if (typed) void write(onVoid(typed.reason), done, () => onVoid(null))
      }}
    >
      <DialogBody>
        <FormError>{faults['all']}</FormError>
        <TextField name="reason" label="למה" required autoComplete="off" maxLength={300} error={faults['reason']} />
      </DialogBody>
      <DialogActions>
        <Button type="submit" look="danger" busy={isBusy}>
          ביטול הרישום
        </Button>
        <Button look="ghost" onClick={onClose}>
          חזרה
        </Button>
      </DialogActions>
    </form>
  )
}
