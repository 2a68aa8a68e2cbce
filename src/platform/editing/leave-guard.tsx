import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { UnsavedChanges } from './unsaved-changes.tsx'

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
    <UnsavedChanges
      text="השינויים שכתבתם בעמוד עוד לא נשמרו."
      onLeave={() => blocker.proceed()}
      onStay={() => blocker.reset()}
    />
  )
}
