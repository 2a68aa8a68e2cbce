import { useState } from 'react'
import { refusalCode } from '#client/refusal.ts'

const staleCodes = new Set(['stale_version', 'changed_meanwhile', 'field_changed'])

/**
 * The row whose version a form sends: the row it was filled from, or the `latest` row once a stale version was refused.
 * A refetch before the save therefore does not hide a concurrent change.
 */
export function useSeenRow<Row>(latest: Row) {
  const [opened] = useState(latest)
  const [hasConflict, setHasConflict] = useState(false)
  return {
    opened,
    seen: hasConflict ? latest : opened,
    /** Settles like the save, and records whether the save was refused as a conflict. */
    noteConflict: async <Answer>(save: Promise<Answer>): Promise<Answer> => {
      try {
        return await save
      } catch (error) {
        if (staleCodes.has(refusalCode(error))) setHasConflict(true)
        throw error
      }
    },
  }
}
