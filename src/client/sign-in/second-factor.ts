import type { Factor, Session } from '@supabase/supabase-js'

/** The authenticator apps that this session has yet to show a code of. Empty when it has, and for whoever has no app. */
export function factorsToShow(session: Session | null): Factor[] {
  if (!session || assuranceOf(session.access_token) === 'aal2') return []
  return (session.user.factors ?? []).filter(
    ({ status, factor_type: type }) => status === 'verified' && type === 'totp',
  )
}

/** Whether this session has shown a second factor, or its person has an app to show one with. */
export const hasSecondFactor = (session: Session | null): boolean =>
  session !== null && (assuranceOf(session.access_token) === 'aal2' || factorsToShow(session).length > 0)

/** As the token itself says: aal2 after a second factor. What cannot be read says nothing. */
function assuranceOf(token: string): unknown {
  const part = token.split('.')[1] ?? ''
  try {
    const claims: unknown = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))
    return Object(claims).aal
  } catch {
    return undefined
  }
}
