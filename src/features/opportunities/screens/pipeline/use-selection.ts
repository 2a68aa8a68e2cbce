import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

type Item = { id: string; name: string; status: string }

export type Selection = {
  /** The selected items that are still listed, in display order. */
  chosen: readonly Item[]
  isOn: (id: string) => boolean
  toggle: (id: string) => void
  /** Selects the range from the last selected item (Shift-click). */
  upTo: (id: string) => void
  all: (items: readonly Item[]) => void
  clear: () => void
}

/** State of the multiple selection. A selection by filter may include rows that are not loaded. */
export function useSelection(inOrder: readonly Item[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [beyond, setBeyond] = useState<readonly Item[]>([])
  const last = useRef<string | null>(null)
  const order = useRef(inOrder)
  useEffect(() => {
    order.current = inOrder
  })

  const toggle = useCallback((id: string) => {
    last.current = id
    setIds((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const upTo = useCallback((id: string) => {
    const all = order.current.map((item) => item.id)
    const from = all.indexOf(last.current ?? id)
    const to = all.indexOf(id)
    last.current = id
    setIds((now) => new Set([...now, ...all.slice(Math.min(from, to), Math.max(from, to) + 1), id]))
  }, [])
  const all = useCallback((items: readonly Item[]) => {
    setBeyond(items)
    setIds(new Set(items.map(({ id }) => id)))
  }, [])
  const clear = useCallback(() => setIds(new Set()), [])
  const isOn = useCallback((id: string) => ids.has(id), [ids])
  const selected = useMemo(() => {
    const here = inOrder.filter(({ id }) => ids.has(id))
    const shown = new Set(here.map(({ id }) => id))
    return [...here, ...beyond.filter(({ id }) => ids.has(id) && !shown.has(id))]
  }, [inOrder, beyond, ids])
  return { chosen: selected, isOn, toggle, upTo, all, clear }
}
