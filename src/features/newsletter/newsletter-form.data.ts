// What the newsletter's pages read before anything is sent: the words to be agreed to, and what a mailed link shows.
import type { SupabaseClient } from '@supabase/supabase-js'
import { isLinkToken, type Preferences } from './newsletter.ts'

export type ConsentWords = { id: string; he_text: string }

/** The words of the newsletter's box, as they are in force now. */
export async function readNewsletterText(backend: SupabaseClient): Promise<ConsentWords | undefined> {
  const { data, error } = await backend
    .from('current_consent_texts')
    .select('id, he_text')
    .eq('kind', 'newsletter')
    .maybeSingle<ConsentWords>()
  if (error) throw error
  return data ?? undefined
}

export type RequestState = { state: 'open' | 'confirmed' | 'expired'; email: string }

/** What the link of a confirmation mail leads to; undefined for one that was never made. Reading changes nothing. */
export const readRequest = (backend: SupabaseClient, token: string) =>
  readLink<RequestState>(backend, 'newsletter_request_of', token)

/** Whose preferences a link opens, and what they are; undefined for one that was never made. */
export const readPreferences = (backend: SupabaseClient, token: string) =>
  readLink<Preferences>(backend, 'preferences_of', token)

async function readLink<Row>(backend: SupabaseClient, name: string, token: string): Promise<Row | undefined> {
  if (!isLinkToken(token)) return undefined
  const { data, error } = await backend.rpc(name, { token }).maybeSingle<Row>()
  if (error) throw error
  return data ?? undefined
}
