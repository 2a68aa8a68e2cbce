// Who is ticked. Kept outside of the screen, so that it is still there after a look at one of them; another list starts empty.
import { useSyncExternalStore } from 'react'
import type { ContactFilter, Selection } from '#features/contact-list/contact-list.ts'

/** Some by their ids, or all that the list shows without some. */
type Picked = { list: string; isAll: boolean; ids: ReadonlySet<string>; last: number | undefined }
const nobody: Picked = { list: '', isAll: false, ids: new Set(), last: undefined }

let picked = nobody
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const become = (next: Picked) => {
  picked = next
  for (const listener of listeners) listener()
}

/** Ticking in the list with this filter, whose `total` is known or not. */
export function useSelection(filter: ContactFilter, total: number | undefined) {
  const list = JSON.stringify(filter)
  const kept = useSyncExternalStore(subscribe, () => picked)
  const { isAll, ids } = kept.list === list ? kept : nobody
  const isPicked = (id: string) => ids.has(id) !== isAll

  return {
    isPicked,
    isAll: isAll && ids.size === 0,
    count: isAll ? Math.max(0, (total ?? 0) - ids.size) : ids.size,
    selection: (isAll ? { filter, but: [...ids] } : { ids: [...ids] }) satisfies Selection as Selection,
    /** Ticks or unticks a row at a place of the list; with `idsBetween`, everybody from the row ticked before as well. */
    toggle(id: string, at: number, idsBetween?: (from: number, to: number) => string[]) {
      // As it is now: a row is not drawn again just because another was ticked.
      const now = picked.list === list ? picked : nobody
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
    clear: () => become(nobody),
  }
}

export type PickedPeople = ReturnType<typeof useSelection>
