// The columns of the list, without what stands in them.
import type { Sort } from '#features/contact-list/contact-list.ts'

type SortKey = Exclude<Sort, `-${string}`>
export type Column = {
  id: string
  label: string
  /** In rem, unless somebody has drawn it wider. */
  width: number
  sort?: SortKey
  /** Which way the first click orders. */
  descends?: boolean
}

const standing = [
  { id: 'phone', label: 'טלפון', width: 8.25 },
  { id: 'email', label: 'דוא״ל', width: 14 },
  { id: 'lifecycle', label: 'סוג', width: 9 },
  { id: 'stage', label: 'שלב מכירה', width: 10 },
  { id: 'value', label: 'שווי פתוח', width: 6 },
  { id: 'owner', label: 'באחריות', width: 11 },
  { id: 'tags', label: 'תגיות', width: 11 },
  { id: 'activity', label: 'פעילות אחרונה', width: 7.75, sort: 'activity', descends: true },
  { id: 'next_step', label: 'הצעד הבא', width: 8.5, sort: 'next_step' },
  { id: 'source', label: 'מקור', width: 8.5 },
  { id: 'household', label: 'משק בית', width: 10 },
  { id: 'created', label: 'נוספו', width: 7.5, sort: 'created', descends: true },
] as const satisfies Column[]

export type BuiltInColumnId = (typeof standing)[number]['id']
/** A field that the business added is `custom.` and its key. */
export type ColumnId = BuiltInColumnId | `custom.${string}`

export const builtInColumns: readonly (Column & { id: BuiltInColumnId })[] = standing
export const nameColumn: Column = { id: 'name', label: 'שם', width: 14.5, sort: 'name' }
export const standardColumns: readonly ColumnId[] = ['phone', 'lifecycle', 'stage', 'owner', 'activity', 'value']

/** The columns that an address names, in its order; the usual ones when it names none. */
export function columnsOf(named: string | null): readonly ColumnId[] {
  if (!named) return standardColumns
  const known = named
    .split(',')
    .filter(
      (id): id is ColumnId => standing.some((column) => column.id === id) || /^custom\.[a-z][a-z0-9_]{0,39}$/.test(id),
    )
  return [...new Set(known)]
}

const WIDTHS = 'contacts.widths'
export const narrowest = 5
export const widest = 40

/** Widths that somebody has drawn on this computer, in rem by column. */
export function storedWidths(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(WIDTHS) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter(
        (entry): entry is [string, number] =>
          typeof entry[1] === 'number' && entry[1] >= narrowest && entry[1] <= widest,
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
    // A browser that keeps nothing shows the usual widths next time.
  }
}
