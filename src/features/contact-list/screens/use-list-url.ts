// Filters, sort and columns are URL state: saved views, links and the back button show the same rows.
import { useMemo } from 'react'
import {
  type Condition,
  filterEntries,
  filterOf,
  type Sort,
  sortOf,
  defaultSort,
} from '#features/contact-list/contact-list.ts'
import { useUrlState } from '#platform/screens/use-url-state.ts'
import { type ColumnId, columnsOf, standardColumns } from './columns.ts'

export function useListUrl() {
  const { search, params, change, words: typed, setWords: setTyped } = useUrlState()
  const listQuery = useMemo(() => ({ filter: filterOf(search), sort: sortOf(search) }), [search])
  const columns = useMemo(() => columnsOf(new URLSearchParams(search).get('cols')), [search])

  const put = (name: string, value: string | undefined) =>
    change((now) => (value ? now.set(name, value) : now.delete(name)))
  const setGroups = (groups: readonly (readonly Condition[])[]) =>
    change((now) => {
      now.delete('f')
      for (const [name, value] of filterEntries(groups)) now.append(name, value)
    })
  const setSort = (sort: Sort) => put('sort', sort === defaultSort ? undefined : sort)
  const setColumns = (selected: readonly ColumnId[]) =>
    put('cols', String(selected) === String(standardColumns) ? undefined : selected.join(','))
  /** Clears the filters; sort and columns stay. */
  const clear = () =>
    change((now) => {
      for (const name of new Set(now.keys())) if (name !== 'sort' && name !== 'cols') now.delete(name)
    })

  // Optimistic conditions: possibly ahead of those of the current query.
  const { groups } = filterOf(params)
  return { search, listQuery, columns, groups, setGroups, setSort, setColumns, clear, typed, setTyped }
}
