import { Fragment } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '#client/session-context.tsx'
import { Loading } from '#ui/spinner.tsx'
import { guard } from './auth-guard.ts'

/** Stands before every page that needs a signed-in person. */
export function Component() {
  const { loading, user } = useSession()
  const answer = guard({ loading, user }, useLocation())
  if (answer.show === 'waiting') return <Loading page size="lg" text="אימות הרשאות..." />
  if (answer.show === 'sign-in') return <Navigate to="/auth" replace state={{ from: answer.from }} />
  // Another person in the same window starts with an empty screen: nothing of the former one is kept in a component.
  return (
    <Fragment key={user?.id}>
      <Outlet />
    </Fragment>
  )
}
