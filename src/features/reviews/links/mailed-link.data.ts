// What a mailed page shows before anything is pressed. Reading changes nothing.
import type { SupabaseClient } from '@supabase/supabase-js'
import { type AskedState, type AuthorsLink, isLinkToken } from '../reviews.ts'

/** What a link to an author leads to; undefined for one that was never made, or that is of the other kind. */
export async function readAuthorsLink(
  backend: SupabaseClient,
  token: string,
  kind: AuthorsLink['kind'],
): Promise<AuthorsLink | undefined> {
  const link = await readLink<AuthorsLink>(backend, 'review_link_of', token)
  return link?.kind === kind ? link : undefined
}

/** What the link of a request leads to; undefined for one that was never made. */
export const readAsked = (backend: SupabaseClient, token: string) =>
  readLink<AskedState>(backend, 'review_request_of', token)

async function readLink<Row>(backend: SupabaseClient, name: string, token: string): Promise<Row | undefined> {
  if (!isLinkToken(token)) return undefined
  const { data, error } = await backend.rpc(name, { token }).maybeSingle<Row>()
  if (error) throw error
  return data ?? undefined
}
