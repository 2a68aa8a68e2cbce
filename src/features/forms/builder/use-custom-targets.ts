import { useMemo } from 'react'
import { useFields } from '#platform/fields/fields.data.ts'
import type { SavingTarget } from '../saving-targets.ts'

/** Custom fields as saving targets. */
export function useCustomTargets(): SavingTarget[] {
  const { data: contact } = useFields('contact')
  const { data: household } = useFields('household')
  const { data: opportunity } = useFields('opportunity')
  return useMemo(() => {
    const named = (word: string, entity: string, fields: typeof contact) =>
      (fields ?? []).map(({ key, label, type }) => ({
        to: `${entity}.custom.${key}`,
        label: `${word}: ${label}`,
        type,
      }))
    return [
      ...named('איש הקשר', 'contact', contact),
      ...named('משק הבית', 'household', household),
      ...named('הזדמנות', 'opportunity', opportunity),
    ]
  }, [contact, household, opportunity])
}
