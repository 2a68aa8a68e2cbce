// Read access of the pages behind mailed review links.
import type { SupabaseClient } from '@supabase/supabase-js'
import { type ReviewRequestState, type AuthorsLink, isLinkToken } from '../reviews.ts'

/** The state behind an author's link; undefined if unknown or of another kind. */
export async function readAuthorsLink(
  backend: SupabaseClient,
  token: string,
  kind: AuthorsLink['kind'],
): Promise<AuthorsLink | undefined> {
  const link = await readLink<AuthorsLink>(backend, 'review_link_of', token)
  return link?.kind === kind ? link : undefined
}

/** The state behind a request link; undefined if unknown. */
export const readReviewRequest = (backend: SupabaseClient, token: string) =>
  readLink<ReviewRequestState>(backend, 'review_request_of', token)

async function readLink<Row>(backend: SupabaseClient, name: string, token: string): Promise<Row | undefined> {
  if (!isLinkToken(token)) return undefined
  const { data, error } = await backend.rpc(name, { token }).maybeSingle<Row>()
  if (error) throw error
  return data ?? undefined
}
