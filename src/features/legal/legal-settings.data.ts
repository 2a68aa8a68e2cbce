// The business details of the legal pages, and the date of their legal review. Loaded on the first screen, so imports
// stay minimal.
import { useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import type { LegalSettings } from './legal.ts'

export const legalKey = ['legal'] as const

export type LegalDetails = Pick<
  LegalSettings,
  | 'dpo_contact'
  | 'tested_with'
  | 'retention_process_months'
  | 'retention_lead_months'
  | 'physical_accessibility'
  | 'accessibility_updated_on'
  | 'accessibility_audited_on'
>
export type KnownSettings = LegalDetails & Pick<LegalSettings, 'reviewed_at' | 'reviewed_by' | 'version'>

/** When the published texts were reviewed by a lawyer. Null: no settings row yet. */
export async function readLegalSettings(backend: Backend): Promise<KnownSettings | null> {
  const { data } = await backend.from('legal_settings').select('*').throwOnError().maybeSingle()
  return data
}

export function useLegalSettings() {
  const backend = useBackend()
  return useQuery({ queryKey: [...legalKey, 'settings'], queryFn: () => readLegalSettings(backend) })
}
