import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { Sort } from '#features/contact-list/contact-list.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import type { CellLookups } from './use-cell-lookups.ts'
import { type Column, type ColumnId, nameColumn, MIN_WIDTH, builtInColumns, MAX_WIDTH } from './columns.ts'
import type { ContactSelection } from './selection.ts'
import type { ColumnWidths } from './use-column-widths.ts'

/** Column headers: a click sorts, the edge resizes. */
export function HeaderRow({
  columns,
  sort,
  onSort,
  picked,
  widths,
  facts,
}: {
  columns: readonly ColumnId[]
  sort: Sort
  onSort: (sort: Sort) => void
  picked: ContactSelection
  widths: ColumnWidths
  facts: CellLookups
}) {
  const shown: Column[] = columns.map(
    (id) =>
      builtInColumns.find((column) => column.id === id) ?? {
        id,
        label: facts.fields.get(id)?.label ?? 'שדה שהוסר',
        width: 9,
      },
  )
  return (
    <tr className="people__head" aria-rowindex={1}>
      <th scope="col" className="people__pick">
        <SelectAll picked={picked} />
      </th>
      {[nameColumn, ...shown].map((column) => (
        <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} widths={widths} />
      ))}
      <th scope="col">
        <span className="vh">פעולות</span>
      </th>
    </tr>
  )
}

function SelectAll({ picked }: { picked: ContactSelection }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = picked.count > 0 && !picked.isAll
  }, [picked.count, picked.isAll])
  return (
    <label className="check people__check">
      <input
        ref={box}
        type="checkbox"
        checked={picked.isAll}
        onChange={({ target }) => (target.checked ? picked.pickAll() : picked.clear())}
      />
      <span className="vh">סימון כל הרשימה</span>
    </label>
  )
}

function HeaderCell({
  column,
  sort,
  onSort,
  widths,
}: {
  column: Column
  sort: Sort
  onSort: (sort: Sort) => void
  widths: ColumnWidths
}) {
  const { id, label, sort: key, descends = false } = column
  const isOrdered = key !== undefined && sort.replace('-', '') === key
  const isDescending = sort.startsWith('-')
  const next = isOrdered ? !isDescending : descends
  return (
    <th
      scope="col"
      className={id === nameColumn.id ? 'people__name' : undefined}
      {...(key && { 'aria-sort': isOrdered ? (isDescending ? 'descending' : 'ascending') : 'none' })}
    >
      {key ? (
        <button type="button" className="people__sort" onClick={() => onSort(next ? `-${key}` : key)}>
          {label}
          {isOrdered && <Icon of={isDescending ? ChevronDown : ChevronUp} />}
        </button>
      ) : (
        <bdi>{label}</bdi>
      )}
      <WidthHandle id={id} label={label} widths={widths} />
    </th>
  )
}

/** Resize handle of a column, for pointer and arrow keys. */
function WidthHandle({ id, label, widths }: { id: string; label: string; widths: ColumnWidths }) {
  const width = widths.widthOf(id)
  function draw(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const from = event.clientX
    const began = handle.parentElement!.offsetWidth / rem
    handle.setPointerCapture(event.pointerId)
    // Right to left: dragging left widens.
    const move = (moved: globalThis.PointerEvent) => widths.draw(id, began + (from - moved.clientX) / rem)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
  }
  function step(event: KeyboardEvent) {
    const by = event.key === 'ArrowLeft' ? 1 : event.key === 'ArrowRight' ? -1 : 0
    if (!by) return
    event.preventDefault()
    event.stopPropagation()
    widths.draw(id, width + by)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator with a value is a control
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- hr cannot be one
      role="separator"
      aria-orientation="vertical"
      aria-label={`רוחב העמודה ${label}`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys resize the column
      tabIndex={0}
      className="people__edge"
      onPointerDown={draw}
      onKeyDown={step}
    />
  )
}
