import type { Session } from '@supabase/supabase-js'

/** The auth client refreshes a session this long before its expiry. */
const MARGIN_MS = 90_000
const brought = /[#&?](access_token|code|error|error_code|error_description)=/

/** The auth client's key in the browser's storage. */
export const sessionKey = (hostname: string) => `sb-${hostname.split('.')[0]}-auth-token`

type Options = {
  /** Set when the page was opened without a network: an expired session is returned too, because it cannot be refreshed. */
  isOffline?: boolean
}

/** The auth client's stored session, if it is still valid; undefined also when the URL carries another session. */
export function storedSession(
  page: URL,
  storage: () => Pick<Storage, 'getItem'> = () => localStorage,
  { isOffline = false }: Options = {},
): Session | undefined {
  if (brought.test(page.search + page.hash)) return undefined
  try {
    const text = storage().getItem(sessionKey(page.hostname))
    const stored = JSON.parse(text ?? 'null') as Partial<Session> | null
    const isWhole = [stored?.access_token, stored?.refresh_token, stored?.user?.id].every(
      (part) => typeof part === 'string',
    )
    const isValid = isOffline || Number(stored?.expires_at) * 1000 - Date.now() > MARGIN_MS
    return isWhole && isValid ? (stored as Session) : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether the auth client has a session in this browser, expired ones included: the auth client removes only sessions
 * that were ended.
 */
export const hasStoredSession = (page: URL): boolean =>
  storedSession(page, undefined, { isOffline: true }) !== undefined
