import type { CookiePreferences } from '#features/cookie-consent/preferences.ts'

/** Tells the server, for the proof of consent. The choice holds whether it hears of it or not. */
export function recordCookieChoice(id: string, preferences: CookiePreferences) {
  const body = JSON.stringify({ id, ...preferences, page: location.pathname })
  const headers = { 'content-type': 'application/json' }
  fetch('/functions/v1/record-cookie-choice', { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}
