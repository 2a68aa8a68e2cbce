import { useMemo } from 'react'
import { useStaffName } from '#features/accounts/staff.data.ts'
import type { AuditLine } from '#features/audit/audit.ts'
import { useNames } from '#features/audit/audit.data.ts'
import { useAllFields } from '#features/fields/fields.data.ts'
import type { FieldLabels } from './format-changes.ts'

const none = new Map<string, string>()

/** The fields of all kinds of records, those taken away included. */
export function useAllCustomFields() {
  const contact = useAllFields('contact').data
  const opportunity = useAllFields('opportunity').data
  const household = useAllFields('household').data
  return useMemo(
    () => [...(contact ?? []), ...(opportunity ?? []), ...(household ?? [])],
    [contact, opportunity, household],
  )
}

/** What it takes to put these lines into words. Names that are still on their way are missing. */
export function useFieldLabels(lines: readonly AuditLine[]): FieldLabels | undefined {
  const staffName = useStaffName()
  const fields = useAllCustomFields()
  const names = useNames(lines)
  if (names.isPending && lines.length > 0) return undefined
  return { staffName, names: names.data ?? none, fields }
}
