import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'

/** Saves before navigation and prompts only if the save fails. Closing the window uses the browser's own prompt. */
export function SaveBeforeLeave({ isUnsaved, save }: { isUnsaved: boolean; save: () => Promise<boolean> }) {
  const [hasFailed, setFailed] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void save().then((saved) => (saved ? blocker.proceed() : setFailed(true)))
  }, [blocker, save])

  if (blocker.state !== 'blocked' || !hasFailed) return null
  const stay = () => {
    setFailed(false)
    blocker.reset()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && stay()} title="לצאת בלי לשמור?" text="מה שכתבתם לאחרונה עוד לא נשמר.">
      <DialogActions>
        <Button look="danger" onClick={() => blocker.proceed()}>
          יציאה בלי לשמור
        </Button>
        <Button look="ghost" onClick={stay}>
          חזרה לעריכה
        </Button>
      </DialogActions>
    </Dialog>
  )
}
