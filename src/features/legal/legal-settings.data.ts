// What the business fills in for its legal pages, and whether somebody went over them. Asked on the first screen, so nothing else comes along.
import { useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import type { LegalSettings } from './legal.ts'

export const legalKey = ['legal'] as const

export type FilledIn = Pick<
  LegalSettings,
  | 'dpo_contact'
  | 'tested_with'
  | 'retention_process_months'
  | 'retention_lead_months'
  | 'physical_accessibility'
  | 'accessibility_updated_on'
  | 'accessibility_audited_on'
>
export type KnownSettings = FilledIn & Pick<LegalSettings, 'reviewed_at' | 'reviewed_by' | 'version'>

/** Whether somebody who knows the law has gone over what is published. Null: nobody has filled in anything yet. */
export async function readLegalSettings(backend: Backend): Promise<KnownSettings | null> {
  const { data } = await backend.from('legal_settings').select('*').throwOnError().maybeSingle<KnownSettings>()
  return data
}

export function useLegalSettings() {
  const backend = useBackend()
  return useQuery({ queryKey: [...legalKey, 'settings'], queryFn: () => readLegalSettings(backend) })
}
