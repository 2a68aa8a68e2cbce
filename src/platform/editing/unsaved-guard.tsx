import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { Button } from '#ui/button.tsx'
import { confirmLoss, hasUnsaved, saveUnsaved, useOpenQuestion } from '#ui/forms/unsaved.ts'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'

/** Guards unsaved input of the whole app: before navigation, sign-out and closing the window. Mounted once. */
export function UnsavedGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      leavesForm(currentLocation, nextLocation) && hasUnsaved(historyAction === 'POP' ? 'history' : 'link'),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void saveUnsaved('history').then(async (isSaved) => {
      if (isSaved || (await confirmLoss())) blocker.proceed()
      else blocker.reset()
    })
  }, [blocker])
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => hasUnsaved('end') && event.preventDefault()
    addEventListener('beforeunload', onBeforeUnload)
    return () => removeEventListener('beforeunload', onBeforeUnload)
  }, [])
  return <LeaveDialog />
}

/** URL parameters that switch to another form. Other parameters, such as filters, do not affect the form. */
const parts = ['tab', 'thread']
const leavesForm = (from: Location, to: Location) =>
  from.pathname !== to.pathname ||
  parts.some((name) => new URLSearchParams(from.search).get(name) !== new URLSearchParams(to.search).get(name))

function LeaveDialog() {
  const question = useOpenQuestion()
  return (
    <Dialog
      open={question !== undefined}
      onOpenChange={(open) => !open && question?.answer(false)}
      title="לצאת בלי לשמור?"
      text="מה שכתבתם כאן עוד לא נשמר."
    >
      <DialogActions>
        <Button look="danger" onClick={() => question?.answer(true)}>
          יציאה בלי לשמור
        </Button>
        <Button look="ghost" onClick={() => question?.answer(false)}>
          חזרה לעריכה
        </Button>
      </DialogActions>
    </Dialog>
  )
}
