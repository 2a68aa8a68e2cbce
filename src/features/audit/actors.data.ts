// Authors of row versions. Read by the app shell on every screen, so it imports nothing heavy.
import type { Backend } from '#client/backend.ts'

/** Maximum ids per request: they are sent in the URL. */
const CHUNK = 100

/** Looks up the author of a row version, including the caller in another tab; undefined if unknown. */
export async function readActors(backend: Backend, entity: string, ids: readonly string[]) {
  const actors = new Map<string, string | null>()
  for (let start = 0; start < ids.length; start += CHUNK) {
    const { data } = await backend
      .from('audit_log')
      .select('entity_id, version, actor_id')
      .eq('entity', entity)
      .in('entity_id', ids.slice(start, start + CHUNK))
      .order('id', { ascending: false })
      .limit(500)
      .throwOnError()
    for (const { entity_id, version, actor_id } of data.toReversed()) actors.set(`${entity_id} ${version}`, actor_id)
  }
  return (id: string | undefined, version: number | undefined): string | undefined =>
    actors.get(`${id} ${version}`) ?? undefined
}
