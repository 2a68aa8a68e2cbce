import type { Factor, Session } from '@supabase/supabase-js'
import { claimOf } from './token-claims.ts'

/** The factors with which the session can reach aal2. Empty at aal2, and for users without a factor. */
export function factorsToShow(session: Session | null): Factor[] {
  if (!session || assuranceOf(session.access_token) === 'aal2') return []
  return (session.user.factors ?? []).filter(
    ({ status, factor_type: type }) => status === 'verified' && type === 'totp',
  )
}

/** Whether the session is at aal2, or the user has a factor to reach it. */
export const hasSecondFactor = (session: Session | null): boolean =>
  session !== null && (assuranceOf(session.access_token) === 'aal2' || factorsToShow(session).length > 0)

/** The assurance level of the session: aal2 after a second factor. */
const assuranceOf = (token: string) => claimOf(token, 'aal')
