import './error-screen.css'
import { useState } from 'react'
import { Outlet, useLocation, useNavigate, useRouteError } from 'react-router'
import { useErrors } from '#client/session-context.tsx'
import { ErrorBoundary, ErrorBox } from '#ui/states/error-boundary.tsx'

/** Error boundary of every screen: the shell stays usable, and navigation resets it. */
export function Component() {
  const errors = useErrors()
  const { pathname } = useLocation()
  return (
    <ErrorBoundary key={pathname} onCatch={(error) => errors.caught(error)} className="error-screen">
      <Outlet />
    </ErrorBoundary>
  )
}

/** Fallback for a failed lazy import and for an error in the shell. */
export function ErrorScreen() {
  const errors = useErrors()
  const error = useRouteError()
  const [{ reference }] = useState(() => errors.caught(error))
  const [retries, setRetries] = useState(0)
  const navigate = useNavigate()
  const here = useLocation()

  function retry() {
    setRetries(retries + 1)
    void navigate(here, { replace: true })
  }
  return (
    <div className="error-screen">
      <ErrorBox reference={reference} retries={retries} onRetry={retry} />
    </div>
  )
}
