// A signed-in person's choice about cookies goes with them from browser to browser.
import type { Backend } from '#client/backend.ts'
import { keepProof, keptProof } from './stored-proof.ts'
import type { CookieChoice, RecordedCookieChoice } from './cookie-consent.ts'
import { keepPreferences, keptPreferences } from './stored-preferences.ts'
import { type CookiePreferences, optional, readPreferences } from './preferences.ts'

/** Brings this browser's choice and the person's newest one together; the browser's own wins. Fails silently: the banner asks again. */
export async function shareCookieChoice(backend: Backend, userId: string): Promise<void> {
  const here = keptPreferences()
  const { data: newest, error } = await backend
    .from('cookie_choices')
    .select('*')
    .eq('user_id', userId)
    .order('chosen_at', { ascending: false })
    .limit(1)
    .maybeSingle<CookieChoice>()
  if (error) return
  if (!here) return adopt(newest)
  const id = keptProof()
  if (!id || newest?.id === id || (newest && says(newest, here))) return
  if (!(await isTaken(backend, id, here))) return
  // Somebody else chose in this browser before. Whoever is here now goes on with that choice, under a number of their own.
  const own = crypto.randomUUID()
  keepProof(own)
  await isTaken(backend, own, here)
}

/** Records the choice under this number; says whether the number was somebody else's. */
async function isTaken(backend: Backend, id: string, preferences: CookiePreferences) {
  const body = { id, ...preferences, page: '/crm' }
  const { data } = await backend.functions.invoke<RecordedCookieChoice>('record-cookie-choice', { body })
  return data?.taken === true
}

/** The person's record is the choice that stands in this browser, made then or later. */
const says = (newest: CookieChoice, here: CookiePreferences) =>
  newest.version === here.version &&
  optional.every((category) => newest[category] === here[category]) &&
  Date.parse(newest.chosen_at) >= Date.parse(here.consentDate)

function adopt(newest: CookieChoice | null) {
  if (!newest) return
  const { chosen_at: consentDate, ...choice } = newest
  const preferences = readPreferences(JSON.stringify({ ...choice, consentDate }), new Date())
  if (preferences) keepPreferences(preferences)
}
