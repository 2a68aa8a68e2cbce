import type { QueryClient } from '@tanstack/react-query'
import type { SessionStore } from '#client/session.ts'
import { businessProfileKey } from '#features/business-profile/business-profile.data.ts'

/** What was read for one person is not shown to the next, and the business profile is read again (spec §4). */
export function followSession(session: Pick<SessionStore, 'read' | 'onAuthChange'>, queries: QueryClient) {
  let userId = session.read().user?.id
  session.onAuthChange((_event, { user }, changed) => {
    if (user?.id !== userId) queries.clear()
    userId = user?.id
    if (changed) void queries.invalidateQueries({ queryKey: businessProfileKey })
  })
}
