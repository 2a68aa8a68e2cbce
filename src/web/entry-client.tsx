// Entry point of the signed-in app: a single-page app with lazy screens.
import '#ui/theme.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { readLanding, recoveryMark } from '#client/sign-in/auth-landing.ts'
import { backendKey } from '#client/backend-key.ts'
import { openInitialClient } from '#client/initial-client.ts'
import { handleUncaughtErrors, openErrors, sendToServer } from '#client/errors.ts'
import { openRequestGate } from '#client/request-gate.ts'
import { reportSessionErrors } from '#client/sign-in/session-errors.ts'
import { signOutMarker } from '#client/sign-in/sign-out-marker.ts'
import { openQueries } from '#client/query.ts'
import { ConnectionProvider } from '#client/session-context.tsx'
import { openSession } from '#client/session.ts'
import { createEventBus } from '#lib/event-bus.ts'
import { markFirstScreenReady } from '#lib/first-screen-ready.ts'
import { Toaster } from '#ui/toast/toast.tsx'
import { appRoutes } from './app-routes.tsx'
import { followSession } from './follow-session.ts'
import { showFatalError } from './fatal-error-screen.ts'
import { followTheme } from '#platform/screens/theme-choice.ts'

followTheme()

// Read first: the auth client clears the URL as soon as it starts.
const landing = readLanding(location.href)
const recovery = recoveryMark(() => sessionStorage)
if (landing.recovering) recovery.set(true)
if (landing.errorCode) history.replaceState(history.state, '', location.pathname + location.search)
// spec §8: session errors and other developer warnings go to the console
// oxlint-disable-next-line no-console
const warn = (message: string) => console.warn(message)
const key = backendKey(document)
const gate = openRequestGate(
  { key, token: () => session.read().session?.access_token },
  reportSessionErrors((...request) => fetch(...request), warn),
)
const backend = openInitialClient(new URL(location.href), key, gate)
const queries = openQueries()
const session = openSession(backend, {
  landing: { ...landing, recovering: landing.recovering || recovery.isSet() },
  onRecovering: (isRecovering) => recovery.set(isRecovering),
  leaving: signOutMarker(() => localStorage),
  onInterrupted(isInterrupted, back) {
    if (isInterrupted) return gate.close()
    gate.open(back?.access_token ?? null)
    if (back) void queries.invalidateQueries()
    else queries.clear()
  },
  origin: location.origin,
  warn,
})
const events = createEventBus({
  userId: () => session.read().user?.id ?? null,
  onError: (error, { type }) => errors.take(error, `a listener of ${type}`),
})
const errors = openErrors({ events, send: sendToServer, warn, path: () => location.pathname })
handleUncaughtErrors(window, errors)
session.onAuthChange((event) => events.emit(`session.${event}`, null, 'session'))
followSession(session, queries, backend)
// Fallback for a page that never reports its first screen, or reports it late.
setTimeout(markFirstScreenReady, 8_000)

const place = document.getElementById('app')!
createRoot(place, {
  // Already reported by the error boundary.
  onCaughtError() {},
  onUncaughtError(error) {
    const { reference } = errors.caught(error)
    // After React has unmounted the tree.
    setTimeout(() => showFatalError(place, reference))
  },
}).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <DirectionProvider direction="rtl">
        <ConnectionProvider backend={backend} session={session} errors={errors}>
          <QueryClientProvider client={queries}>
            <RouterProvider router={createBrowserRouter(appRoutes)} />
            <Toaster />
          </QueryClientProvider>
        </ConnectionProvider>
      </DirectionProvider>
    </CSPProvider>
  </StrictMode>,
)
