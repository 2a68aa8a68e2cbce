// The signed-in app: one page that fetches its screens when they are asked for.
import '#ui/theme.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { readLanding, recoveryMark } from '#client/auth-landing.ts'
import { backendKey, openBackend } from '#client/backend.ts'
import { openQueries } from '#client/query.ts'
import { ConnectionProvider } from '#client/session-context.tsx'
import { openSession } from '#client/session.ts'
import { Toaster } from '#ui/toast.tsx'
import { appRoutes } from './app-routes.tsx'
import { followSession } from './follow-session.ts'
import { followTheme } from './theme-choice.ts'

followTheme()

// Read first: the auth client clears the address as soon as it starts.
const landing = readLanding(location.href)
const recovery = recoveryMark(() => sessionStorage)
if (landing.recovering) recovery.set(true)
if (landing.errorCode) history.replaceState(history.state, '', location.pathname + location.search)
const backend = openBackend(location.origin, backendKey(document))
const queries = openQueries()
const session = openSession(backend, {
  landing: { ...landing, recovering: landing.recovering || recovery.isSet() },
  onRecovering: (isRecovering) => recovery.set(isRecovering),
  origin: location.origin,
  // spec §8: session errors go to the console
  // oxlint-disable-next-line no-console
  warn: (message) => console.warn(message),
})
followSession(session, queries)

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <DirectionProvider direction="rtl">
        <ConnectionProvider backend={backend} session={session}>
          <QueryClientProvider client={queries}>
            <RouterProvider router={createBrowserRouter(appRoutes)} />
            <Toaster />
          </QueryClientProvider>
        </ConnectionProvider>
      </DirectionProvider>
    </CSPProvider>
  </StrictMode>,
)
