// Three-way merge for forms over shared rows: neither local edits nor concurrent saves are lost.
import { useState } from 'react'
import { refusalCode } from '#client/refusal.ts'
import { formatDate } from '#lib/time/dates.ts'
import type { ChangedFact } from '#ui/states/conflict-notice.tsx'

type Values = { readonly [name: string]: unknown }

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Edited fields of `typed`; for fields unchanged since `base`, the current value. */
export const mergeConcurrentEdit = <Edit extends object>(base: Edit, now: Edit, typed: Edit): Edit =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => {
      const isUntouched = isSame((base as Values)[name], value)
      return [name, isUntouched ? (now as Values)[name] : value]
    }),
  ) as Edit

type Name<Edit> = keyof Edit & string
type EditTexts<Edit> = {
  /** Field labels, for the list of concurrent changes. */
  labels: Readonly<Record<Name<Edit>, string>>
  /** Labels of enumerated values. */
  choices?: Readonly<Partial<Record<Name<Edit>, Readonly<Record<string, string>>>>>
  /** Fields whose values are too long to list, or stored in another format: only that they differ is shown. */
  withoutValues?: readonly Name<Edit>[]
}

/** The labelled fields that differ, with their current values. */
export function compareEdits<Edit extends object>(
  base: Edit,
  now: Edit,
  { labels, choices, withoutValues }: EditTexts<Edit>,
): ChangedFact[] {
  const names = Object.keys(labels) as Name<Edit>[]
  return names
    .filter((name) => !isSame(base[name], now[name]))
    .map((name) => {
      const value = formatValue(now[name])
      // An empty value is shown as empty, even in fields listed in `withoutValues`.
      const is = value && withoutValues?.includes(name) ? 'שונה' : (choices?.[name]?.[value] ?? value)
      return { label: labels[name], ...(is && { is }) }
    })
}

function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'כן' : 'לא'
  if (Array.isArray(value)) return value.map(formatValue).join(', ')
  if (Object(value) === value) return Object.values(value as object).join(': ')
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : value
  return typeof value === 'number' ? String(value) : ''
}

const staleCodes = new Set(['stale_version', 'changed_meanwhile'])

/** `toFormValues` converts a row to form values. */
type Options<Row, Edit> = EditTexts<Edit> & { toFormValues: (row: Row) => Edit }

/**
 * `latest` is the row of the last query, `base` the initial form values. `formKey`, the React key of the form, changes
 * when a save merged concurrent values.
 */
export function useConcurrentEdit<Row, Edit extends object>(
  latest: Row,
  { toFormValues, ...words }: Options<Row, Edit>,
) {
  const [base, setBase] = useState(latest)
  // Overwriting is allowed only after a refusal has shown the concurrent change.
  const [hasConflict, setHasConflict] = useState(false)
  const [formKey, setFormKey] = useState(0)
  const seen = hasConflict ? latest : base
  return {
    base,
    formKey,
    /** The row whose version the save sends for optimistic locking. */
    seen,
    /** Merged values to save: local edits, else current values. */
    merge: (typed: Edit) => mergeConcurrentEdit(toFormValues(base), toFormValues(seen), typed),
    /** The concurrent changes for `<ConflictBanner>`; undefined without a conflict. */
    theirs: hasConflict ? compareEdits(toFormValues(base), toFormValues(seen), words) : undefined,
    saved(row: Row) {
      setBase(row)
      if (hasConflict) setFormKey(formKey + 1)
      setHasConflict(false)
    },
    /** Whether the save was refused as stale. Other refusals are handled by the form. */
    isRefusedAsStale: (error: unknown) => {
      const isStale = staleCodes.has(refusalCode(error))
      if (isStale) setHasConflict(true)
      return isStale
    },
  }
}
