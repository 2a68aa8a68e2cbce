import { guard, type GuardDecision } from '../auth/auth-guard.ts'

type Check = { data?: { isClient: boolean } | undefined; error: unknown }

/** The client guard's decision for a portal page (spec §2). A failed check shows an error instead of redirecting a client. */
export function clientGuard(
  session: Parameters<typeof guard>[0],
  check: Check,
  location: { pathname: string; search: string; hash: string },
): GuardDecision | { show: 'failed' } {
  const answer = guard(session, location)
  if (answer.show !== 'content') return answer
  if (!check.data) return { show: check.error ? 'failed' : 'waiting' }
  return check.data.isClient ? answer : guard({ loading: false, user: null }, location)
}
