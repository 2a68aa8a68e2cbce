// What the list shows stands in its address: a view, a link in a message and the way back all lead to the same rows.
import { useMemo } from 'react'
import {
  type Condition,
  filterEntries,
  filterOf,
  type Sort,
  sortOf,
  defaultSort,
} from '#features/contact-list/contact-list.ts'
import { useAddressAhead } from '../address-ahead.ts'
import { type ColumnId, columnsOf, standardColumns } from './columns.ts'

export function useListAddress() {
  const { search, params, change, words: typed, setWords: setTyped } = useAddressAhead()
  const asked = useMemo(() => ({ filter: filterOf(search), sort: sortOf(search) }), [search])
  const columns = useMemo(() => columnsOf(new URLSearchParams(search).get('cols')), [search])

  const put = (name: string, value: string | undefined) =>
    change((now) => (value ? now.set(name, value) : now.delete(name)))
  const setGroups = (groups: readonly (readonly Condition[])[]) =>
    change((now) => {
      now.delete('f')
      for (const [name, value] of filterEntries(groups)) now.append(name, value)
    })
  const setSort = (sort: Sort) => put('sort', sort === defaultSort ? undefined : sort)
  const setColumns = (chosen: readonly ColumnId[]) =>
    put('cols', String(chosen) === String(standardColumns) ? undefined : chosen.join(','))
  /** Nothing narrowed any more; order and columns stay. */
  const clear = () =>
    change((now) => {
      for (const name of new Set(now.keys())) if (name !== 'sort' && name !== 'cols') now.delete(name)
    })

  // The conditions as they were ticked, which may be ahead of those the rows were read by.
  const { groups } = filterOf(params)
  return { search, asked, columns, groups, setGroups, setSort, setColumns, clear, typed, setTyped }
}
