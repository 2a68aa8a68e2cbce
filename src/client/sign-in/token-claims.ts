/** A claim of an access token, unverified; undefined for a malformed token. */
export function claimOf(token: string, name: 'aal' | 'session_id'): unknown {
  const part = token.split('.')[1] ?? ''
  try {
    const claims: unknown = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))
    return Object(claims)[name]
  } catch {
    return undefined
  }
}
