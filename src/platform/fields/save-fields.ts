// Saves custom fields of one record: merges the changed keys into the column, which has concurrent writers.
import type { CustomValues } from './fields.ts'

/** The record as loaded. */
export type WithFields = { version: number; custom: CustomValues }

/** Thrown by a stale save: the current record; null if it was deleted. */
type Stale = { theirs: WithFields | null }

/** `changed`: keys with a concurrent change; nothing was saved, and `seen` is the base for saving after confirmation. */
type FieldsOutcome<Row> = { isSaved: true } | { isSaved: false; seen: Row; changed: string[] } | { isGone: true }

/** Diff against the loaded record; null for emptied values. */
export const changedFields = (base: CustomValues, typed: CustomValues): CustomValues =>
  Object.fromEntries(Object.entries(typed).filter(([key, value]) => !isSame(base[key], value)))

/**
 * Saves over the loaded version. Concurrent changes of other keys are merged; changes of the same key are reported instead of overwritten.
 * Throws every other refusal.
 */
export async function saveFields<Row extends WithFields>(
  seen: Row,
  changes: CustomValues,
  save: (seen: Row, custom: CustomValues) => Promise<unknown>,
): Promise<FieldsOutcome<Row>> {
  try {
    await save(seen, withValues(seen.custom, changes))
    return { isSaved: true }
  } catch (error) {
    if (!isStale<Row>(error)) throw error
    const { theirs } = error
    if (!theirs) return { isGone: true }
    const changed = Object.keys(changes).filter((key) => !isSame(theirs.custom[key], seen.custom[key]))
    return changed.length > 0 ? { isSaved: false, seen: theirs, changed } : saveFields(theirs, changes, save)
  }
}

/** The column after an edit: emptied keys are removed, keys outside the form stay. */
const withValues = (before: CustomValues, edited: CustomValues): CustomValues =>
  Object.fromEntries(Object.entries({ ...before, ...edited }).filter(([, value]) => value !== null))

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const isStale = <Row extends WithFields>(error: unknown): error is Stale & { theirs: Row | null } =>
  error instanceof Error && 'theirs' in error
