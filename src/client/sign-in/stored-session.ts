import type { Session } from '@supabase/supabase-js'

/** The auth client refreshes a session this long before its expiry. */
const MARGIN_MS = 90_000
const brought = /[#&?](access_token|code|error|error_code|error_description)=/

/** The auth client's stored session, if it is still valid; undefined also when the URL carries another session. */
export function storedSession(
  page: URL,
  storage: () => Pick<Storage, 'getItem'> = () => localStorage,
): Session | undefined {
  if (brought.test(page.search + page.hash)) return undefined
  try {
    const text = storage().getItem(`sb-${page.hostname.split('.')[0]}-auth-token`)
    const stored = JSON.parse(text ?? 'null') as Partial<Session> | null
    const isWhole = [stored?.access_token, stored?.refresh_token, stored?.user?.id].every(
      (part) => typeof part === 'string',
    )
    return isWhole && Number(stored?.expires_at) * 1000 - Date.now() > MARGIN_MS ? (stored as Session) : undefined
  } catch {
    return undefined
  }
}
