// What the server reads for the page of a group type.
import type { Backend } from '#client/backend.ts'

/** A group without a free seat. Instants in ISO form. */
export type FullGroup = { id: string; starts_at: string; ends_at: string }

export async function readFullGroups(backend: Backend, typeId: string): Promise<FullGroup[]> {
  const { data } = await backend.rpc('full_groups', { type: typeId }).throwOnError()
  return data
}
