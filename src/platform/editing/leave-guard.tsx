import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'

/** Prompts before unsaved edits are lost by navigation or by closing the window. */
export function LeaveGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && blocker.reset()}
      title="לצאת בלי לשמור?"
      text="השינויים שכתבתם בעמוד עוד לא נשמרו."
    >
      <DialogActions>
        <Button look="danger" onClick={() => blocker.proceed()}>
          יציאה בלי לשמור
        </Button>
        <Button look="ghost" onClick={() => blocker.reset()}>
          חזרה לעריכה
        </Button>
      </DialogActions>
    </Dialog>
  )
}
