import { refusalText } from '#client/refusal.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useDisconnect } from './calendar.data.ts'
import { refusals } from './calendar.ts'

/** Confirmation dialog that lists what stops working after disconnecting. */
export function DisconnectDialog({
  open,
  onOpenChange,
  account,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  account: string
}) {
  const disconnect = useDisconnect()
  const end = () =>
    disconnect.mutate(undefined, {
      onSuccess({ revoked }) {
        onOpenChange(false)
        if (revoked) return toast.success('היומן נותק')
        return toast.info('היומן נותק, אבל Google לא אישר שההרשאה בוטלה. אפשר להסיר אותה גם בהגדרות החשבון שם')
      },
      onError: (error) => toast.error(refusalText(error, refusals), { title: 'היומן לא נותק' }),
    })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="לנתק את Google Calendar?"
      text={
        <>
          ההרשאה בחשבון <bdi>{account}</bdi> תבוטל והמפתחות יימחקו. פגישות חדשות לא ייכנסו ליומן ושעות תפוסות לא ייבדקו
          בו. פגישות שכבר כתובות בו נשארות.
        </>
      }
    >
      <DialogActions>
        <Button look="danger" busy={disconnect.isPending} onClick={end}>
          ניתוק
        </Button>
        <Button look="ghost" onClick={() => onOpenChange(false)}>
          חזרה
        </Button>
      </DialogActions>
    </Dialog>
  )
}
