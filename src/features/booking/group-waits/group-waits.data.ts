// Full groups of a type, read by the server for its booking page.
import type { Backend } from '#client/backend.ts'

/** A group without a free seat. ISO instants. */
export type FullGroup = { id: string; starts_at: string; ends_at: string }

export async function readFullGroups(backend: Backend, typeId: string): Promise<FullGroup[]> {
  const { data } = await backend.rpc('full_groups', { type: typeId }).throwOnError()
  return data
}
