import { Fragment, type ReactNode, useEffect } from 'react'
import { ExpiredSessionProvider, useSession } from '#client/session-context.tsx'
import { lazyPart } from '#ui/layers/lazy-part.ts'

const useReauthenticateDialog = lazyPart(() => import('#platform/accounts/sign-in/reauthenticate-dialog.tsx'))

/** Content behind a guard. When the session expires it stays mounted behind the re-authentication dialog. */
export function SessionExpiredOverlay({
  signInPath,
  children,
}: {
  signInPath: '/auth' | '/client-login'
  children: ReactNode
}) {
  const { hold, interrupted, user } = useSession()
  useEffect(() => hold(), [hold])
  const reauthenticate = useReauthenticateDialog(interrupted !== null)
  const person = interrupted?.user ?? user
  // Keyed by user: another user in the same tab starts with fresh component state.
  return (
    <Fragment key={person?.id}>
      <ExpiredSessionProvider held={interrupted}>{children}</ExpiredSessionProvider>
      {interrupted && reauthenticate && (
        <reauthenticate.ReauthenticateDialog person={interrupted.user} signInPath={signInPath} />
      )}
    </Fragment>
  )
}
