import { useMemo } from 'react'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import type { AuditLine } from '#features/audit/audit.ts'
import { useNames } from '#features/audit/audit.data.ts'
import { useAllFields } from '#platform/fields/fields.data.ts'
import type { FieldLabels } from './format-changes.ts'

const none = new Map<string, string>()

/** Custom fields of every entity, archived ones included. */
export function useAllCustomFields() {
  const contact = useAllFields('contact').data
  const opportunity = useAllFields('opportunity').data
  const household = useAllFields('household').data
  return useMemo(
    () => [...(contact ?? []), ...(opportunity ?? []), ...(household ?? [])],
    [contact, opportunity, household],
  )
}

/** The labels needed to format these entries; undefined while the names load. */
export function useFieldLabels(lines: readonly AuditLine[]): FieldLabels | undefined {
  const staffName = useStaffName()
  const fields = useAllCustomFields()
  const names = useNames(lines)
  if (names.isPending && lines.length > 0) return undefined
  return { staffName, names: names.data ?? none, fields }
}
