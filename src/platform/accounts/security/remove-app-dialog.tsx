import type { Factor } from '@supabase/supabase-js'
import { useRemoveApp } from '#platform/accounts/security.data.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { authErrorText } from '../sign-in/auth-errors.ts'

export function RemoveAppDialog({ app, isLast, onClose }: { app: Factor; isLast: boolean; onClose: () => void }) {
  const remove = useRemoveApp()
  const end = () =>
    remove.mutate(app.id, {
      onSuccess() {
        toast.success(isLast ? 'האימות הדו־שלבי כבוי' : 'האפליקציה הוסרה')
        onClose()
      },
      onError: (error) => toast.error(authErrorText(error), { title: 'האפליקציה לא הוסרה' }),
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        <>
          להסיר את <bdi>{app.friendly_name}</bdi>?
        </>
      }
      text={
        isLast
          ? 'זו האפליקציה האחרונה: אחרי ההסרה סיסמה לבדה תספיק כדי להיכנס לחשבון.'
          : 'הקודים של האפליקציה הזאת לא יתקבלו יותר.'
      }
    >
      <DialogActions>
        <Button look="danger" busy={remove.isPending} onClick={end}>
          הסרה
        </Button>
        <Button look="ghost" onClick={onClose}>
          חזרה
        </Button>
      </DialogActions>
    </Dialog>
  )
}
