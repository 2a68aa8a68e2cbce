// What the page of an action link reads.
import type { Backend } from '#client/backend.ts'
import type { ActionPage } from './action-links.ts'

/** Undefined for an unknown link. A POST, so that no log holds the token. */
export async function readActionPage(backend: Backend, token: string): Promise<ActionPage | undefined> {
  if (!/^[\w-]{20,64}$/.test(token)) return undefined
  const { data, error } = await backend.functions.invoke<ActionPage>('open-action-link', { body: { token } })
  if (!error) return data ?? undefined
  const { context } = error as { context?: unknown }
  if (context instanceof Response && context.status === 404) return undefined
  throw error
}
