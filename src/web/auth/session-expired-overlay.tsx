import { Fragment, type ReactNode, useEffect } from 'react'
import { HeldSession, useSession } from '#client/session-context.tsx'
import { lazyPart } from '#ui/layers/lazy-part.ts'

const useDoor = lazyPart(() => import('./reauthenticate-dialog.tsx'))

/** What a guard lets through. It stands as it stood when the session of its person ends by itself, behind the question who they are. */
export function SessionExpiredOverlay({ door, children }: { door: '/auth' | '/client-login'; children: ReactNode }) {
  const { hold, interrupted, user } = useSession()
  useEffect(() => hold(), [hold])
  const again = useDoor(interrupted !== null)
  const person = interrupted?.user ?? user
  // Another person in the same window starts with an empty screen: nothing of the former one is kept in a component.
  return (
    <Fragment key={person?.id}>
      <HeldSession held={interrupted}>{children}</HeldSession>
      {interrupted && again && <again.ReauthenticateDialog person={interrupted.user} door={door} />}
    </Fragment>
  )
}
