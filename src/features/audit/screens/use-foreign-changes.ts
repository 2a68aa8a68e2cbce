import { useCallback } from 'react'
import { useBackend } from '#client/session-context.tsx'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { readChangesSince, readNames } from '#features/audit/audit.data.ts'
import { relativeTime } from '#lib/time/dates.ts'
import type { ForeignChange } from '#ui/states/conflict-notice.tsx'
import { formatChanges } from './format-changes.ts'
import { useAllCustomFields } from './use-field-labels.ts'

/**
 * For a save refused as stale: changes to the record since the version the client read, for `<ConflictNotice>`.
 * Returns an empty list when the audit log cannot be read; the caller then shows only the differing values.
 */
export function useForeignChanges(entity: 'contacts' | 'opportunities' | 'households' | 'tasks') {
  const backend = useBackend()
  const staffName = useStaffName()
  const fields = useAllCustomFields()
  return useCallback(
    async (id: string, sinceVersion: number): Promise<ForeignChange[]> => {
      try {
        const changes = await readChangesSince(backend, entity, id, sinceVersion)
        const names = await readNames(backend, changes)
        return changes.map(({ actor_id, at, before, after }) => ({
          who: actor_id ? (staffName(actor_id) ?? 'מי שכבר לא בצוות') : 'האתר והמערכת',
          when: relativeTime(at, new Date()),
          facts: formatChanges({ entity, before, after }, { staffName, names, fields }),
        }))
      } catch {
        return []
      }
    },
    [backend, entity, staffName, fields],
  )
}
