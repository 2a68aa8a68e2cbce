// Read access of the pages behind mailed review links.
import { isLinkToken } from '#lib/link-token.ts'
import type { Backend } from '#client/backend.ts'
import type { ReviewRequestState, AuthorsLink } from '../reviews.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'review_link_of.kind': AuthorsLink['kind']
    'review_link_of.state': AuthorsLink['state']
    'review_request_of.state': ReviewRequestState['state']
  }
}

/** The state behind an author's link; undefined if unknown or of another kind. */
export async function readAuthorsLink(
  backend: Backend,
  token: string,
  kind: AuthorsLink['kind'],
): Promise<AuthorsLink | undefined> {
  if (!isLinkToken(token)) return undefined
  const { data } = await backend.rpc('review_link_of', { token }).maybeSingle().throwOnError()
  return data?.kind === kind ? data : undefined
}

/** The state behind a request link; undefined if unknown. */
export async function readReviewRequest(backend: Backend, token: string): Promise<ReviewRequestState | undefined> {
  if (!isLinkToken(token)) return undefined
  const { data } = await backend.rpc('review_request_of', { token }).maybeSingle().throwOnError()
  return data ?? undefined
}
