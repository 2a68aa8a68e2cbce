import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '#client/session-context.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { guard } from './auth-guard.ts'
import { SessionExpiredOverlay } from './session-expired-overlay.tsx'

/** Layout route of every page that requires a session. */
export function Component() {
  const answer = guard(useSession(), useLocation())
  if (answer.show === 'waiting') return <Loading page size="lg" text="אימות הרשאות..." />
  if (answer.show === 'sign-in') return <Navigate to="/auth" replace state={{ from: answer.from }} />
  return (
    <SessionExpiredOverlay signInPath="/auth">
      <Outlet />
    </SessionExpiredOverlay>
  )
}
