// Synchronises the cookie choice of a signed-in user across browsers.
import type { Backend } from '#client/backend.ts'
import { storeProofId, storedProofId } from './stored-proof.ts'
import type { CookieChoice, RecordedCookieChoice } from './cookie-consent.ts'
import { storePreferences, storedPreferences } from './stored-preferences.ts'
import { type CookiePreferences, optional, readPreferences } from './preferences.ts'

/**
 * Merges this browser's choice with the user's latest; the browser's choice wins. Errors are ignored: the banner then
 * opens again.
 */
export async function shareCookieChoice(backend: Backend, userId: string): Promise<void> {
  const here = storedPreferences()
  const { data: newest, error } = await backend
    .from('cookie_choices')
    .select('*')
    .eq('user_id', userId)
    .order('chosen_at', { ascending: false })
    .limit(1)
    .maybeSingle()
  if (error) return
  if (!here) return adopt(newest)
  const id = storedProofId()
  if (!id || newest?.id === id || (newest && isSameChoice(newest, here))) return
  if (!(await recordChoice(backend, id, here))) return
  // The stored record belongs to another user of this browser. The choice applies to the current user under a new id.
  const own = crypto.randomUUID()
  storeProofId(own)
  await recordChoice(backend, own, here)
}

/** Records the choice under this id; returns whether the id belongs to another user. */
async function recordChoice(backend: Backend, id: string, preferences: CookiePreferences) {
  const body = { id, ...preferences, page: '/crm' }
  const { data } = await backend.functions.invoke<RecordedCookieChoice>('record-cookie-choice', { body })
  return data?.taken === true
}

/** Whether the user's latest choice equals this browser's and is not older. */
const isSameChoice = (newest: CookieChoice, here: CookiePreferences) =>
  newest.version === here.version &&
  optional.every((category) => newest[category] === here[category]) &&
  Date.parse(newest.chosen_at) >= Date.parse(here.consentDate)

function adopt(newest: CookieChoice | null) {
  if (!newest) return
  const { chosen_at: consentDate, ...choice } = newest
  const preferences = readPreferences(JSON.stringify({ ...choice, consentDate }), new Date())
  if (preferences) storePreferences(preferences)
}
