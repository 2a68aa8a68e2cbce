import type { User } from '@supabase/supabase-js'
import { factorsToShow } from '#client/sign-in/second-factor.ts'
import type { SessionState } from '#client/session.ts'

/** The guard's decision for a protected page (spec §2). */
export type GuardDecision =
  | { show: 'waiting' }
  | { show: 'content' }
  /** The session has expired: the page stays mounted behind a re-authentication dialog. */
  | { show: 'sign-in-again'; person: User }
  | { show: 'sign-in'; from: string }

type GuardInput = { loading: boolean; user: unknown } & Partial<Pick<SessionState, 'session' | 'interrupted'>>

export function guard(
  { loading, user, session = null, interrupted }: GuardInput,
  location: { pathname: string; search: string; hash: string },
): GuardDecision {
  if (loading) return { show: 'waiting' }
  if (interrupted) return { show: 'sign-in-again', person: interrupted.user }
  if (user && factorsToShow(session).length === 0) return { show: 'content' }
  return { show: 'sign-in', from: location.pathname + location.search + location.hash }
}

/** A return path to a sign-in page would loop. */
const signInPaths = ['/auth', '/client-login']

/** The remembered path if it is on this origin, else undefined. `state` is untrusted history state. */
export function returnPath(state: unknown, origin: string): string | undefined {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, origin)) return undefined
  const target = new URL(from, origin)
  if (target.origin !== origin || signInPaths.includes(target.pathname)) return undefined
  return target.pathname + target.search + target.hash
}
