import { VoidForm } from '#features/payments/payment-forms.ts'
import { refusals } from '#features/payments/payments.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useCheckedForm } from '../use-checked-form.ts'

type Props = {
  asked: { title: string; text: string } | undefined
  busy: boolean
  onClose: () => void
  onVoid: (reason: string) => void
}

/** Nothing is deleted from the ledger; what is void says why. */
export function VoidDialog({ asked, busy, onClose, onVoid }: Props) {
  return (
    <Dialog
      open={asked !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={asked?.title ?? ''}
      text={asked?.text}
    >
      {asked && <Reason busy={busy} onClose={onClose} onVoid={onVoid} />}
    </Dialog>
  )
}

function Reason({ busy, onClose, onVoid }: Omit<Props, 'asked'>) {
  const { faults, read } = useCheckedForm(VoidForm, { refusals })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        const typed = read(event)
        if (typed) onVoid(typed.reason)
      }}
    >
      <DialogBody>
        <TextField name="reason" label="למה" required autoComplete="off" maxLength={300} error={faults['reason']} />
      </DialogBody>
      <DialogActions>
        <Button type="submit" look="danger" busy={busy}>
          ביטול הרישום
        </Button>
        <Button look="ghost" onClick={onClose}>
          חזרה
        </Button>
      </DialogActions>
    </form>
  )
}
