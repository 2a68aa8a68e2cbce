// Read access for the newsletter pages: the consent text, and the state behind a mailed link.
import type { SupabaseClient } from '@supabase/supabase-js'
import { isLinkToken, type Preferences } from './newsletter.ts'

export type ConsentWords = { id: string; he_text: string }

/** The newsletter consent text in force. */
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

/** The sign-up request behind a confirmation link; undefined for an unknown token. Read-only. */
export const readRequest = (backend: SupabaseClient, token: string) =>
  readLink<RequestState>(backend, 'newsletter_request_of', token)

/** The preferences behind a mailed link; undefined for an unknown token. */
export const readPreferences = (backend: SupabaseClient, token: string) =>
  readLink<Preferences>(backend, 'preferences_of', token)

async function readLink<Row>(backend: SupabaseClient, name: string, token: string): Promise<Row | undefined> {
  if (!isLinkToken(token)) return undefined
  const { data, error } = await backend.rpc(name, { token }).maybeSingle<Row>()
  if (error) throw error
  return data ?? undefined
}
