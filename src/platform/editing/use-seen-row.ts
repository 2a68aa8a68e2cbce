import { useState } from 'react'
import { refusalCode } from '#client/refusal.ts'

const staleCodes = new Set(['stale_version', 'field_changed'])

/**
 * The row whose version a form sends: `opened`, from which it was filled, and after a save was refused as stale `latest`, that of the last
 * query. A refetch before the save does not hide a concurrent change.
 */
export function useSeenRow<Row>(latest: Row) {
  const [opened] = useState(latest)
  const [hasConflict, setHasConflict] = useState(false)
  return {
    opened,
    seen: hasConflict ? latest : opened,
    /** Settles as the save does, and remembers its conflict. */
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
