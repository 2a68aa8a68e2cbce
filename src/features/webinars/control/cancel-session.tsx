import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'
import { failedStep } from '../screens/failed-step.ts'
import { useMoveSession } from '../webinars.data.ts'

/** Requires confirmation: a cancelled session never reopens, and its registrants are mailed immediately. */
export function CancelSession({ session }: { session: string }) {
  const [isConfirming, setConfirming] = useState(false)
  const move = useMoveSession()
  const close = () => setConfirming(false)
  return (
    <>
      <Button look="ghost" onClick={() => setConfirming(true)}>
        ביטול המפגש
      </Button>
      <Dialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="לבטל את המפגש?"
        text="כל מי שנרשמו יקבלו על כך הודעה בדוא״ל. אי אפשר לפתוח שוב מפגש שבוטל."
      >
        <DialogActions>
          <Button
            look="danger"
            busy={move.isPending}
            onClick={() => move.mutate({ session, step: 'cancel' }, { onSuccess: close, onError: failedStep })}
          >
            ביטול המפגש
          </Button>
          <Button look="ghost" onClick={close}>
            חזרה
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
