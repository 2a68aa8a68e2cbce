// The parts of the app's connection to the server: client, session, queries, events and error handling.
import type { AppEvents } from '#client/app-events.ts'
import { openErrors, sendToServer } from '#client/errors.ts'
import { openInitialClient } from '#client/initial-client.ts'
import { openNetworkStatus } from '#client/network-status.ts'
import { openQueries } from '#client/query.ts'
import { openRequestGate } from '#client/request-gate.ts'
import { openSession } from '#client/session.ts'
import { readLanding, recoveryMark } from '#client/sign-in/auth-landing.ts'
import { reportSessionErrors } from '#client/sign-in/session-errors.ts'
import { signOutMarker } from '#client/sign-in/sign-out-marker.ts'
import { createEventBus } from '#lib/event-bus.ts'
import { wipeOfflineStores } from '#platform/offline/offline-store.ts'
import { toast } from '#ui/toast/toast.tsx'
import { readEvents } from './event-readers.ts'
import { followSession } from './follow-session.ts'

export type AppConnection = ReturnType<typeof openConnection>

/** Connects the page to its origin, with the session of the URL or the stored one. `key` is the public api key. */
export function openConnection(key: string) {
  // Read first: the auth client clears the URL as soon as it starts.
  const landing = readLanding(location.href)
  const recovery = recoveryMark(() => sessionStorage)
  if (landing.recovering) recovery.set(true)
  if (landing.errorCode) history.replaceState(history.state, '', location.pathname + location.search)
  // spec §8: session errors and other developer warnings go to the console
  // oxlint-disable-next-line no-console
  const warn = (message: string) => console.warn(message)
  const network = openNetworkStatus()
  const gate = openRequestGate(
    { key, token: () => session.read().session?.access_token },
    reportSessionErrors(network.fetch, warn),
  )
  const backend = openInitialClient(new URL(location.href), key, gate, {
    // Set by the portal's service worker.
    isOffline: document.documentElement.hasAttribute('data-offline'),
  })
  const queries = openQueries()
  const session = openSession(backend, {
    landing: { ...landing, recovering: landing.recovering || recovery.isSet() },
    onRecovering: (isRecovering) => recovery.set(isRecovering),
    leaving: signOutMarker(() => localStorage),
    onInterrupted(isInterrupted, back) {
      if (isInterrupted) return gate.close()
      gate.open(back?.access_token ?? null)
      if (back) void queries.invalidateQueries()
      else {
        queries.clear()
        void wipeOfflineStores()
      }
    },
    origin: location.origin,
    warn,
  })
  const events = createEventBus<AppEvents>({
    userId: () => session.read().user?.id ?? null,
    onError: (error, { type }) => errors.take(error, `a listener of ${type}`),
  })
  const errors = openErrors({
    report: (report, source) => events.emit('error.reported', report, source),
    warn,
    path: () => location.pathname,
  })
  readEvents(events, {
    send: sendToServer,
    show: ({ kind, text, ...extra }) => toast[kind](text, extra),
    hide: toast.close,
  })
  session.onAuthChange((event) => events.emit('session.changed', { event }, 'session'))
  followSession(session, queries, backend)
  return { backend, session, errors, events, network, queries }
}
