// A virtualized table for 100,000 contacts: only visible rows are rendered and fetched.
import './contact-table.css'
import { type MouseEvent, useRef } from 'react'
import { CHUNK, type ListQuery, useContactRows, useLoadedRows } from '#features/contact-list/contact-list.data.ts'
import type { Sort } from '#features/contact-list/contact-list.ts'
import { storeLastList } from '#platform/saved-views/last-list.ts'
import { useVisibleRows } from '#ui/rows/use-visible-rows.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import type { ColumnId } from './columns.ts'
import { ContactRow, LoadingRow } from './contact-row.tsx'
import { useCellLookups } from './use-cell-lookups.ts'
import { HeaderRow } from './header-row.tsx'
import type { ContactSelection } from './selection.ts'
import { focusAdjacentRow } from './focus-adjacent-row.ts'
import { useScrollRestoration } from './use-scroll-restoration.ts'
import { useColumnWidths } from './use-column-widths.ts'
import { useDebouncedRange } from './use-debounced-range.ts'

/** Estimated row height before measurement, in pixels. */
const ROW_GUESS = 52

export function ContactTable({
  listQuery,
  total,
  columns,
  search,
  picked,
  onSort,
}: {
  listQuery: ListQuery
  total: number
  columns: readonly ColumnId[]
  search: string
  picked: ContactSelection
  onSort: (sort: Sort) => void
}) {
  const box = useRef<HTMLElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const { first, last, rowBlock } = useVisibleRows(body, total, ROW_GUESS)
  const wanted = useDebouncedRange(first, last)
  const chunks = chunksOf(wanted.first, wanted.last, total)
  const results = useContactRows(listQuery, chunks)
  const unread = results.filter((query) => query.isLoadingError)
  const known = useLoadedRows(listQuery)
  const facts = useCellLookups()
  const widths = useColumnWidths(columns)
  useScrollRestoration(search, box, total > 0)

  const rowAt = (at: number) => {
    const chunk = chunks.indexOf(Math.floor(at / CHUNK))
    return results[chunk]?.data?.[at % CHUNK] ?? known(at)
  }
  const idsBetween = (from: number, to: number) => {
    const ids: string[] = []
    for (let at = from; at <= to; at += 1) {
      const row = rowAt(at)
      if (row) ids.push(row.id)
    }
    return ids
  }

  /** Stores the current list for the previous and next links of the contact record. */
  function noteList(event: MouseEvent) {
    const link = event.target instanceof Element && event.target.closest('a[data-person]')
    const row = link && link.closest<HTMLElement>('[data-row]')
    if (!row) return
    const at = Number(row.dataset['row'])
    storeLastList('contacts', idsBetween(Math.max(0, at - 500), Math.min(total - 1, at + 500)), `?${search}`)
  }

  const shown = Array.from({ length: last - first }, (_, place) => ({
    at: first + place,
    contact: rowAt(first + place),
  }))

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by the keyboard
    <section ref={box} className="people-box" data-scroller="" aria-label="רשימת אנשי הקשר" tabIndex={0}>
      {unread[0] && (
        <FailedToLoad
          insteadOf={unread[0].data}
          error={unread[0].error}
          onRetry={() => {
            for (const { refetch } of unread) void refetch()
          }}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between the controls inside */}
      <table
        className="people"
        aria-label="אנשי קשר"
        aria-rowcount={total + 1}
        aria-colcount={columns.length + 3}
        style={{ ['--people-columns' as string]: widths.template, ['--people-width' as string]: widths.total }}
        onKeyDown={(event) => focusAdjacentRow(event, body.current)}
        onClickCapture={noteList}
      >
        <thead>
          <HeaderRow
            columns={columns}
            sort={listQuery.sort}
            onSort={onSort}
            picked={picked}
            widths={widths}
            facts={facts}
          />
        </thead>
        <tbody ref={body} style={{ blockSize: total * rowBlock, paddingBlockStart: first * rowBlock }}>
          {shown.map(({ at, contact }) =>
            contact ? (
              <ContactRow
                key={contact.id}
                at={at}
                contact={contact}
                columns={columns}
                facts={facts}
                isPicked={picked.isPicked(contact.id)}
                onPick={(withShift) => picked.toggle(contact.id, at, withShift ? idsBetween : undefined)}
              />
            ) : (
              !unread[0] && <LoadingRow key={`at ${at}`} at={at} />
            ),
          )}
        </tbody>
      </table>
    </section>
  )
}

function chunksOf(first: number, last: number, total: number): number[] {
  const chunks: number[] = []
  // Prefetches one screen ahead.
  const end = Math.min(total, last + 40)
  for (let chunk = Math.floor(first / CHUNK); chunk * CHUNK < end; chunk += 1) chunks.push(chunk)
  return chunks.length > 0 ? chunks : [0]
}
