// OAuth state between the redirect to Google and the callback, stored per tab, and the parser of the callback URL (spec
// §5).
type StateStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const KEY = 'google-calendar-state'

/** Generates and stores a state. Throws if session storage is unavailable. */
export function storeNewState(storage: () => StateStorage): string {
  const state = [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  storage().setItem(KEY, state)
  return state
}

/** Reads and removes the stored state: a callback URL works once. */
export function consumeState(storage: () => StateStorage): string | null {
  try {
    const stored = storage().getItem(KEY)
    storage().removeItem(KEY)
    return stored
  } catch {
    return null
  }
}

// Verbatim from spec §5.
export const failures = {
  cancelled: 'Google OAuth error',
  refused: 'Google OAuth error',
  no_code: 'No authorization code received',
  wrong_state: 'Invalid state parameter - possible CSRF attack',
  not_signed_in: 'User not authenticated',
} as const
export type Failure = keyof typeof failures

/** User-facing next step for each failure. */
export const advice: Record<Failure, string> = {
  cancelled: 'בחרתם לא לחבר את היומן, ושום דבר לא השתנה. אפשר לחבר אותו בכל עת מלשונית האינטגרציות.',
  refused: 'Google החזיר שגיאה ולא אישר את החיבור. אפשר לנסות שוב מלשונית האינטגרציות.',
  no_code: 'Google לא החזיר אישור. אפשר לנסות שוב מלשונית האינטגרציות.',
  wrong_state:
    'החיבור לא התחיל בלשונית הזאת של הדפדפן, ולכן נעצר להגנה עליכם. אפשר להתחיל אותו שוב מלשונית האינטגרציות.',
  not_signed_in: 'כדי לחבר יומן צריך להיכנס למערכת. אחרי הכניסה אפשר להתחיל שוב מלשונית האינטגרציות.',
}

export type CallbackResult = { code: string } | { failure: Failure }

/** Checked in order: Google's error, the code, the state. */
export function parseCallback(search: URLSearchParams, stored: string | null): CallbackResult {
  const error = search.get('error')
  // Cancelled consent is the user's choice: same message as a refusal, with milder advice.
  if (error === 'access_denied') return { failure: 'cancelled' }
  if (error !== null) return { failure: 'refused' }
  const code = search.get('code')
  if (!code) return { failure: 'no_code' }
  if (!stored || search.get('state') !== stored) return { failure: 'wrong_state' }
  return { code }
}
