// The list somebody came from: its order of rows, and the address it stood at. Kept for as long as the tab is open.
import type { Entity } from './views.ts'

export type RememberedList = { ids: readonly string[]; search: string }

/** More than anybody steps through, and little enough to keep. */
const AT_MOST = 2_000
const keyOf = (entity: Entity) => `list.${entity}`

/** Notes the rows of a list in their order, and the query string of its address. Call it when a row is opened. */
export function rememberList(entity: Entity, ids: readonly string[], search = location.search) {
  try {
    sessionStorage.setItem(keyOf(entity), JSON.stringify({ ids: ids.slice(0, AT_MOST), search }))
  } catch {
    // A browser that keeps nothing has no way to the next one; the list itself still has.
  }
}

/** The list somebody came from last, or undefined. */
export function rememberedList(entity: Entity): RememberedList | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(entity)) ?? 'null')
    return isList(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

const isList = (kept: unknown): kept is RememberedList =>
  typeof kept === 'object' &&
  kept !== null &&
  'ids' in kept &&
  Array.isArray(kept.ids) &&
  'search' in kept &&
  typeof kept.search === 'string'

/** Who stands before and after a row, and at which place it stands, counted from one. Undefined: it is not on the list. */
export function neighboursOf(ids: readonly string[], id: string) {
  const at = ids.indexOf(id)
  return at < 0 ? undefined : { previous: ids[at - 1], next: ids[at + 1], place: at + 1, of: ids.length }
}
