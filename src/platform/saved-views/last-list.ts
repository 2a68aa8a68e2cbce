// The list that the user last opened a record from: row order and query string, in session storage.
import type { Entity } from './saved-views.ts'

export type LastList = { ids: readonly string[]; search: string }

/** Bounds the storage used. */
const MAX_IDS = 2_000
const keyOf = (entity: Entity) => `list.${entity}`

/** Stores the row order of a list and its query string. Called when a row is opened. */
export function storeLastList(entity: Entity, ids: readonly string[], search = location.search) {
  try {
    sessionStorage.setItem(keyOf(entity), JSON.stringify({ ids: ids.slice(0, MAX_IDS), search }))
  } catch {
    // Storage is full or blocked: the pager is not shown.
  }
}

export function readLastList(entity: Entity): LastList | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(entity)) ?? 'null')
    return isList(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

const isList = (stored: unknown): stored is LastList =>
  typeof stored === 'object' &&
  stored !== null &&
  'ids' in stored &&
  Array.isArray(stored.ids) &&
  'search' in stored &&
  typeof stored.search === 'string'

/** The ids before and after a row, and its position, counted from one. Undefined: not on the list. */
export function neighboursOf(ids: readonly string[], id: string) {
  const at = ids.indexOf(id)
  return at < 0 ? undefined : { previous: ids[at - 1], next: ids[at + 1], place: at + 1, of: ids.length }
}
