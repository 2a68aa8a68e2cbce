import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '#client/session-context.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { SessionExpiredOverlay } from '../auth/session-expired-overlay.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useClientCheck } from './client-check.ts'
import { clientGuard } from './client-guard.ts'
import { InstallablePortal, usePortalAnswers } from './offline/use-portal-offline.tsx'
import { PortalFrame } from './portal-frame.tsx'

/** Layout route of every portal page. */
export function Component() {
  usePortalAnswers()
  const check = useClientCheck()
  const answer = clientGuard(useSession(), check, useLocation())
  if (answer.show === 'waiting') return <Loading page size="lg" text="אימות הרשאות לקוח..." />
  if (answer.show === 'sign-in') return <Navigate to="/client-login" replace state={{ from: answer.from }} />
  return (
    <SessionExpiredOverlay signInPath="/client-login">
      <PortalFrame>
        <InstallablePortal />
        {answer.show === 'failed' && !check.data ? (
          <>
            <h1 className="vh">האזור האישי</h1>
            <FailedToLoad insteadOf={check.data} error={check.error} onRetry={() => void check.refetch()} />
          </>
        ) : (
          <Outlet />
        )}
      </PortalFrame>
    </SessionExpiredOverlay>
  )
}
