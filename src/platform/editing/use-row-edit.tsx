// State of an edit whose conflicts name their authors: the row when editing began, the columns to send, and the
// concurrent changes.
import { useState } from 'react'
import { type ChangedFact, ConflictNotice, type ForeignChange } from '#ui/states/conflict-notice.tsx'
import { EditConflict } from './edit-conflict.ts'
import type { RecordConflict } from './record-dialog.tsx'

type Options<Row> = {
  /** The changes of others since a version, with their authors; empty if the audit log cannot be read. */
  readForeignChanges: (id: string, sinceVersion: number) => Promise<ForeignChange[]>
  /** The differing fields of two versions, used if the authors are unknown. */
  differences: (seen: Row, now: Row) => readonly ChangedFact[]
}

/** One edit of a row. Only changed columns are sent, so that concurrent changes of other columns survive. */
export function useRowEdit<Row extends { id: string; version: number }>(
  row: Row,
  { readForeignChanges, differences }: Options<Row>,
) {
  // Changes are computed against the row when editing began, whatever live changes arrive.
  const [base] = useState(row)
  const [seen, setSeen] = useState(row)
  const [theirs, setTheirs] = useState<readonly ForeignChange[]>([])
  const conflict: RecordConflict = {
    notice: <ConflictNotice changes={theirs} />,
    async isConflict(error) {
      if (!(error instanceof EditConflict) || error.theirs === null) return false
      const now = error.theirs as Row
      const changes = await readForeignChanges(seen.id, seen.version)
      setTheirs(changes.length > 0 ? changes : [{ facts: differences(seen, now) }])
      setSeen(now)
      return true
    },
  }
  return {
    base,
    /** The row whose version the save sends. */
    seen,
    conflict,
    /** The columns that differ from the row; undefined if none does. */
    changed: <Columns extends Partial<Row>>(columns: Columns): Partial<Columns> | undefined => {
      const changes = Object.entries(columns).filter(([name, value]) => value !== base[name as keyof Row])
      return changes.length > 0 ? (Object.fromEntries(changes) as Partial<Columns>) : undefined
    },
    /** The former values of changed columns, for undo. */
    before: <Columns extends Partial<Row>>(columns: Columns) =>
      Object.fromEntries(Object.keys(columns).map((name) => [name, base[name as keyof Row]])) as Columns,
  }
}
