import { Fragment, useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { HeldSession, useSession } from '#client/session-context.tsx'
import { Loading } from '#ui/spinner.tsx'
import { guard } from './auth-guard.ts'
import { SignInAgain } from './sign-in-again.tsx'

/** Stands before every page that needs a signed-in person. */
export function Component() {
  const session = useSession()
  const { hold } = session
  useEffect(() => hold(), [hold])
  const answer = guard(session, useLocation())
  if (answer.show === 'waiting') return <Loading page size="lg" text="אימות הרשאות..." />
  if (answer.show === 'sign-in') return <Navigate to="/auth" replace state={{ from: answer.from }} />
  const person = answer.show === 'sign-in-again' ? answer.person : session.user
  // Another person in the same window starts with an empty screen: nothing of the former one is kept in a component.
  return (
    <Fragment key={person?.id}>
      <HeldSession held={session.interrupted}>
        <Outlet />
      </HeldSession>
      {answer.show === 'sign-in-again' && <SignInAgain person={answer.person} />}
    </Fragment>
  )
}
