// Saving the added fields of one record: only what was changed here goes over the column, which other people write as well.
import type { CustomValues } from './fields.ts'

/** A record as it was seen. */
export type WithFields = { id: string; version: number; custom: CustomValues }

/** What a stale save throws: the record as somebody else left it; null when it is gone. */
type Stale = { theirs: WithFields | null }

/** `changed` are keys that somebody else has saved too: nothing was saved, and `seen` is what to save over once they were shown. */
type FieldsOutcome<Row> = { isSaved: true } | { isSaved: false; seen: Row; changed: string[] } | { isGone: true }

/** What differs from the record as the form began with it; null for what was emptied. */
export const changedFields = (base: CustomValues, typed: CustomValues): CustomValues =>
  Object.fromEntries(Object.entries(typed).filter(([key, value]) => !isSame(base[key], value)))

/**
 * Saves over what was seen. Where somebody else saved other things of the record meanwhile, both stay; where they saved one of these very
 * fields, nobody is overwritten unasked. Throws every other refusal.
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

/** The column after an edit: what was emptied is gone, what the form did not show stays. */
const withValues = (before: CustomValues, edited: CustomValues): CustomValues =>
  Object.fromEntries(Object.entries({ ...before, ...edited }).filter(([, value]) => value !== null))

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const isStale = <Row extends WithFields>(error: unknown): error is Stale & { theirs: Row | null } =>
  error instanceof Error && 'theirs' in error
