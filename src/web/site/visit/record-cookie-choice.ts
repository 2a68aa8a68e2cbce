import type { CookiePreferences } from '#features/cookie-consent/preferences.ts'

/** Records the choice on the server as proof of consent. The choice applies even if the request fails. */
export function recordCookieChoice(id: string, preferences: CookiePreferences) {
  const body = JSON.stringify({ id, ...preferences, page: location.pathname })
  const headers = { 'content-type': 'application/json' }
  fetch('/functions/v1/record-cookie-choice', { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}
