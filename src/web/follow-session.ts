import type { QueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import type { SessionStore } from '#client/session.ts'
import { hasStoredSession } from '#client/sign-in/stored-session.ts'
import { businessProfileKey } from '#platform/business-profile/business-profile.data.ts'
import { readPushOwner } from '#features/notifications/push-owner.ts'
import { wipeOfflineStores } from '#platform/offline/offline-store.ts'
import { firstScreenReady } from '#lib/first-screen-ready.ts'
import { clearUndos } from '#ui/undo/undo.ts'

/**
 * Effects of an auth change. Another user gets an empty query cache and undo stack. The offline stores and push
 * subscriptions of other users are removed. The business profile is refetched (spec §4), and the cookie choice is
 * synchronised.
 */
export function followSession(
  session: Pick<SessionStore, 'read' | 'onAuthChange'>,
  queries: QueryClient,
  backend: Backend,
) {
  let userId = session.read().user?.id
  session.onAuthChange((_event, { user, interrupted }, changed) => {
    // The screen stays mounted behind the re-authentication dialog, with its data.
    if (interrupted) return
    if (user?.id !== userId) {
      queries.clear()
      clearUndos()
      // Deferred: the auth client awaits its listeners, and a query awaits the auth client.
      if (user) void firstScreenReady.then(() => shareChoice(backend, user.id))
    }
    // After a failed refresh the session is still stored, and its user can still read offline data.
    if (user ? user.id !== userId : !hasStoredSession(new URL(location.href))) {
      void wipeOfflineStores(user?.id)
      endPushOfOthers(user?.id)
    }
    userId = user?.id
    if (changed) void queries.invalidateQueries({ queryKey: businessProfileKey })
  })
}

/** Handles a session that ended without a click on sign-out, for example because it was revoked. */
function endPushOfOthers(userId: string | undefined) {
  const owner = readPushOwner()
  if (owner === undefined || owner === userId) return
  void import('#features/notifications/push.data.ts').then(({ endPush }) => endPush()).catch(() => {})
}

async function shareChoice(backend: Backend, userId: string) {
  const { shareCookieChoice } = await import('#features/cookie-consent/cookie-consent.data.ts')
  await shareCookieChoice(backend, userId)
}
