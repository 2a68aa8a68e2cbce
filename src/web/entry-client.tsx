// Entry point of the signed-in app: a single-page app with lazy screens.
import '#ui/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { backendKey } from '#client/backend-key.ts'
import { handleUncaughtErrors } from '#client/errors.ts'
import { markFirstScreenReady } from '#lib/first-screen-ready.ts'
import { App } from './app.tsx'
import { appRoutes } from './app-routes.tsx'
import { openConnection } from './connection.ts'
import { showFatalError } from './fatal-error-screen.ts'
import { followTheme } from '#platform/screens/theme-choice.ts'

followTheme()

const connection = openConnection(backendKey(document))
handleUncaughtErrors(window, connection.errors)
// Fallback for a page whose first screen is never reported, or too late.
setTimeout(markFirstScreenReady, 8_000)

const place = document.getElementById('app')!
createRoot(place, {
  // Already reported by the error boundary.
  onCaughtError() {},
  onUncaughtError(error) {
    const { reference } = connection.errors.caught(error)
    // Runs after React has unmounted the tree.
    setTimeout(() => showFatalError(place, reference))
  },
}).render(
  <StrictMode>
    <App connection={connection} router={createBrowserRouter(appRoutes)} />
  </StrictMode>,
)
