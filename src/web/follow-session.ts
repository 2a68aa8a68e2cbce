import type { QueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import type { SessionStore } from '#client/session.ts'
import { businessProfileKey } from '#features/business-profile/business-profile.data.ts'
import { firstScreen } from '#lib/first-screen.ts'
import { clearUndos } from '#ui/undo/undo.ts'

/** What was read for one person is not shown to the next, nor can they take back what that one did; the business profile is read again (spec §4), and their cookie choice comes along. */
export function followSession(
  session: Pick<SessionStore, 'read' | 'onAuthChange'>,
  queries: QueryClient,
  backend: Backend,
) {
  let userId = session.read().user?.id
  session.onAuthChange((_event, { user, interrupted }, changed) => {
    // Their screen stands and waits for them: nothing of it is forgotten.
    if (interrupted) return
    if (user?.id !== userId) {
      queries.clear()
      clearUndos()
      // The auth client waits for its listeners, and the question would wait for the auth client.
      if (user) void firstScreen.then(() => shareChoice(backend, user.id))
    }
    userId = user?.id
    if (changed) void queries.invalidateQueries({ queryKey: businessProfileKey })
  })
}

async function shareChoice(backend: Backend, userId: string) {
  const { shareCookieChoice } = await import('#features/cookie-consent/cookie-consent.data.ts')
  await shareCookieChoice(backend, userId)
}
