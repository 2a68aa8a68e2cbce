// Column definitions of the list, without cell rendering.
import type { Sort } from '#features/contact-list/contact-list.ts'

type SortKey = Exclude<Sort, `-${string}`>
export type Column = {
  id: string
  label: string
  /** Default width in rem; the user may resize it. */
  width: number
  sort?: SortKey
  /** Sort direction of the first click. */
  descends?: boolean
}

const columnDefinitions = [
  { id: 'phone', label: 'טלפון', width: 7.5 },
  { id: 'email', label: 'דוא״ל', width: 14 },
  { id: 'lifecycle', label: 'סוג', width: 9.75 },
  { id: 'stage', label: 'שלב מכירה', width: 10 },
  { id: 'value', label: 'שווי פתוח', width: 6 },
  { id: 'owner', label: 'באחריות', width: 10.5 },
  { id: 'tags', label: 'תגיות', width: 11 },
  { id: 'activity', label: 'פעילות אחרונה', width: 7.75, sort: 'activity', descends: true },
  { id: 'next_step', label: 'הצעד הבא', width: 8.5, sort: 'next_step' },
  { id: 'source', label: 'מקור', width: 8.5 },
  { id: 'household', label: 'משק בית', width: 10 },
  { id: 'created', label: 'נוספו', width: 7.5, sort: 'created', descends: true },
] as const satisfies Column[]

export type BuiltInColumnId = (typeof columnDefinitions)[number]['id']
/** A custom field's id is `custom.` and its key. */
export type ColumnId = BuiltInColumnId | `custom.${string}`

export const builtInColumns: readonly (Column & { id: BuiltInColumnId })[] = columnDefinitions
export const nameColumn: Column = { id: 'name', label: 'שם', width: 12.5, sort: 'name' }
/** Columns that fit, with the name column, beside the sidebar at 1440 pixels. */
export const standardColumns: readonly ColumnId[] = ['phone', 'lifecycle', 'stage', 'owner', 'activity', 'value']

/** The columns listed in the URL, in URL order; the default columns if the URL lists none. */
export function columnsOf(named: string | null): readonly ColumnId[] {
  if (!named) return standardColumns
  const known = named
    .split(',')
    .filter(
      (id): id is ColumnId =>
        columnDefinitions.some((column) => column.id === id) || /^custom\.[a-z][a-z0-9_]{0,39}$/.test(id),
    )
  return [...new Set(known)]
}

const WIDTHS = 'contacts.widths'
export const MIN_WIDTH = 5
export const MAX_WIDTH = 40

/** User-set widths from local storage, in rem by column. */
export function storedWidths(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(WIDTHS) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter(
        (entry): entry is [string, number] =>
          typeof entry[1] === 'number' && entry[1] >= MIN_WIDTH && entry[1] <= MAX_WIDTH,
      ),
    )
  } catch {
    return {}
  }
}

export function storeWidths(widths: Record<string, number>) {
  try {
    localStorage.setItem(WIDTHS, JSON.stringify(widths))
  } catch {
    // Without local storage the default widths return on reload.
  }
}
