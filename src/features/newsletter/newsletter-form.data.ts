// Read access for the newsletter pages: the consent text, and the state behind a mailed link.
import { isLinkToken } from '#lib/link-token.ts'
import type { Backend } from '#client/backend.ts'
import type { Tables } from '#client/database.types.ts'
import type { Preferences } from './newsletter.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'newsletter_request_of.state': RequestState['state']
    'preferences_of.reason': Preferences['reason']
    'preferences_of.lists': Preferences['lists']
  }
}

export type ConsentTextVersion = Pick<Tables<'current_consent_texts'>, 'id' | 'he_text'>

/** The newsletter consent text in force. */
export async function readNewsletterText(backend: Backend): Promise<ConsentTextVersion | undefined> {
  const { data } = await backend
    .from('current_consent_texts')
    .select('id, he_text')
    .eq('kind', 'newsletter')
    .maybeSingle()
    .throwOnError()
  return data ?? undefined
}

/** The number of newsletter recipients; undefined below 50. */
export async function readRecipientCount(backend: Backend): Promise<number | undefined> {
  const { data } = await backend.rpc('newsletter_recipient_count', {}, { get: true }).throwOnError()
  return data ?? undefined
}

export type RequestState = { state: 'open' | 'confirmed' | 'expired'; email: string }

/** The sign-up request behind a confirmation link; undefined for an unknown token. Read-only. */
export async function readRequest(backend: Backend, token: string): Promise<RequestState | undefined> {
  if (!isLinkToken(token)) return undefined
  const { data } = await backend.rpc('newsletter_request_of', { token }).maybeSingle().throwOnError()
  return data ?? undefined
}

/** The preferences behind a mailed link; undefined for an unknown token. */
export async function readPreferences(backend: Backend, token: string): Promise<Preferences | undefined> {
  if (!isLinkToken(token)) return undefined
  const { data } = await backend.rpc('preferences_of', { token }).maybeSingle().throwOnError()
  return data ?? undefined
}
