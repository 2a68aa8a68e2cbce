// The selection. Module state, so that it survives opening a record; a different filter starts empty.
import { useSyncExternalStore } from 'react'
import type { ContactFilter, Selection } from '#features/contact-list/contact-list.ts'

/** Selected ids; with `isAll`, every row of the list except these ids. */
type SelectionState = { list: string; isAll: boolean; ids: ReadonlySet<string>; last: number | undefined }
const emptySelection: SelectionState = { list: '', isAll: false, ids: new Set(), last: undefined }

let picked = emptySelection
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const become = (next: SelectionState) => {
  picked = next
  for (const listener of listeners) listener()
}

/** Selection in the list with this filter; `total` is undefined while it loads. */
export function useSelection(filter: ContactFilter, total: number | undefined) {
  const list = JSON.stringify(filter)
  const stored = useSyncExternalStore(subscribe, () => picked)
  const { isAll, ids } = stored.list === list ? stored : emptySelection
  const isPicked = (id: string) => ids.has(id) !== isAll

  return {
    isPicked,
    isAll: isAll && ids.size === 0,
    count: isAll ? Math.max(0, (total ?? 0) - ids.size) : ids.size,
    selection: (isAll ? { filter, but: [...ids] } : { ids: [...ids] }) satisfies Selection as Selection,
    /** Toggles a row; with `idsBetween` (Shift), the range from the last toggled row. */
    toggle(id: string, at: number, idsBetween?: (from: number, to: number) => string[]) {
      // Reads the current state, because the closure of a memoized row is stale.
      const now = picked.list === list ? picked : emptySelection
      const on = now.ids.has(id) === now.isAll
      const touched =
        idsBetween && now.last !== undefined ? idsBetween(Math.min(now.last, at), Math.max(now.last, at)) : [id]
      const next = new Set(now.ids)
      for (const one of touched) {
        if (on !== now.isAll) next.add(one)
        else next.delete(one)
      }
      become({ list, isAll: now.isAll, ids: next, last: at })
    },
    pickAll: () => become({ list, isAll: true, ids: new Set(), last: undefined }),
    clear: () => become(emptySelection),
  }
}

export type ContactSelection = ReturnType<typeof useSelection>
