// Requests of the action link page.
import { isLinkToken } from '#lib/link-token.ts'
import type { Backend } from '#client/backend.ts'
import type { ActionPage } from './action-links.ts'

/** Undefined for an unknown link. Sent as POST, so that no log contains the token. */
export async function readActionPage(backend: Backend, token: string): Promise<ActionPage | undefined> {
  if (!isLinkToken(token)) return undefined
  const { data, error } = await backend.functions.invoke<ActionPage>('open-action-link', { body: { token } })
  if (!error) return data ?? undefined
  const { context } = error as { context?: unknown }
  if (context instanceof Response && context.status === 404) return undefined
  throw error
}
