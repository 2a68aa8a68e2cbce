// What the list shows stands in its address: a view, a link in a message and the way back all lead to the same rows.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  type Condition,
  filterEntries,
  filterOf,
  type Sort,
  sortOf,
  standardSort,
} from '#features/contact-list/contact-list.ts'
import { type ColumnId, columnsOf, standardColumns } from './columns.ts'

/** A typing hand is left alone for so long. */
const REST_MS = 180

export function useListAddress() {
  const [params, setParams] = useSearchParams()
  const search = params.toString()
  const asked = useMemo(() => ({ filter: filterOf(search), sort: sortOf(search) }), [search])
  const columns = useMemo(() => columnsOf(new URLSearchParams(search).get('cols')), [search])

  const change = useCallback(
    (entries: Record<string, string | undefined>) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const [key, value] of Object.entries(entries)) {
            if (value) next.set(key, value)
            else next.delete(key)
          }
          return next
        },
        { replace: true },
      ),
    [setParams],
  )

  const setGroups = useCallback(
    (groups: readonly (readonly Condition[])[]) =>
      setParams(
        (now) => {
          const next = new URLSearchParams([...now].filter(([key]) => key !== 'f'))
          for (const [key, value] of filterEntries(groups)) next.append(key, value)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )

  const setSort = (sort: Sort) => change({ sort: sort === standardSort ? undefined : sort })
  const setColumns = (chosen: readonly ColumnId[]) =>
    change({ cols: String(chosen) === String(standardColumns) ? undefined : chosen.join(',') })

  // The field is faster than the address. Only what came from elsewhere (a view, the way back) is written into it.
  const { words } = asked.filter
  const [typed, show] = useState(words)
  const [mine, setMine] = useState(words)
  const [shown, setShown] = useState(words)
  if (shown !== words) {
    setShown(words)
    if (words !== mine) {
      setMine(words)
      show(words)
    }
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  function setTyped(text: string) {
    show(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setMine(text.trim())
      change({ q: text.trim() || undefined })
    }, REST_MS)
  }

  /** Nothing narrowed any more; order and columns stay. */
  function clear() {
    clearTimeout(timer.current)
    setParams((now) => new URLSearchParams([...now].filter(([key]) => key === 'sort' || key === 'cols')), {
      replace: true,
    })
  }

  return { search, asked, columns, setGroups, setSort, setColumns, clear, typed, setTyped }
}
