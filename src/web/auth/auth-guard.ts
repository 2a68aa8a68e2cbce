import type { User } from '@supabase/supabase-js'
import { factorsToShow } from '#client/sign-in/second-factor.ts'
import type { SessionState } from '#client/session.ts'

/** What the guard does with somebody who asks for a protected page (spec §2). */
export type GuardDecision =
  | { show: 'waiting' }
  | { show: 'content' }
  /** Their session ended by itself: the page stays as it is, behind the question who they are. */
  | { show: 'sign-in-again'; person: User }
  | { show: 'sign-in'; from: string }

type Asking = { loading: boolean; user: unknown } & Partial<Pick<SessionState, 'session' | 'interrupted'>>

export function guard(
  { loading, user, session = null, interrupted }: Asking,
  asked: { pathname: string; search: string; hash: string },
): GuardDecision {
  if (loading) return { show: 'waiting' }
  if (interrupted) return { show: 'sign-in-again', person: interrupted.user }
  if (user && factorsToShow(session).length === 0) return { show: 'content' }
  return { show: 'sign-in', from: asked.pathname + asked.search + asked.hash }
}

/** Coming back to a sign-in after signing in would go round and round. */
const doors = ['/auth', '/client-login']

/** The remembered path if it leads somewhere in this very site, otherwise nothing. `state` is whatever the history holds. */
export function returnPath(state: unknown, origin: string): string | undefined {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, origin)) return undefined
  const target = new URL(from, origin)
  if (target.origin !== origin || doors.includes(target.pathname)) return undefined
  return target.pathname + target.search + target.hash
}
