import './error-screen.css'
import { useState } from 'react'
import { Outlet, useLocation, useNavigate, useRouteError } from 'react-router'
import { useErrors } from '#client/session-context.tsx'
import { ErrorBoundary, ErrorBox } from '#ui/states/error-boundary.tsx'

/** Around every screen: one that breaks leaves the frame standing, and another screen starts whole. */
export function Component() {
  const errors = useErrors()
  const { pathname } = useLocation()
  return (
    <ErrorBoundary key={pathname} onCatch={(error) => errors.caught(error)} className="error-screen">
      <Outlet />
    </ErrorBoundary>
  )
}

/** In place of a screen whose code could not be fetched, and of a frame that broke. */
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
