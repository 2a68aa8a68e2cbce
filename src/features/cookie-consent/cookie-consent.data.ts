// A signed-in person's choice about cookies goes with them from browser to browser.
import type { Backend } from '#client/backend.ts'
import { proofKey } from './banner.ts'
import type { CookieChoice } from './cookie-consent.ts'
import { keepPreferences, keptPreferences } from './kept-preferences.ts'
import { readPreferences } from './preferences.ts'

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
  if (!id || newest?.id === id) return
  await backend.functions.invoke('record-cookie-choice', { body: { id, ...here, page: '/crm' } })
}

function adopt(newest: CookieChoice | null) {
  if (!newest) return
  const { chosen_at: consentDate, ...choice } = newest
  const preferences = readPreferences(JSON.stringify({ ...choice, consentDate }), new Date())
  if (preferences) keepPreferences(preferences)
}

function keptProof() {
  try {
    return localStorage.getItem(proofKey)
  } catch {
    return null
  }
}
