// What a contact has agreed to, as it stands now.
import { useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Consent } from './consents.ts'

export type CurrentConsent = Pick<Consent, 'value_norm' | 'channel' | 'action' | 'at'>

export async function readConsents(backend: Backend, contactId: string): Promise<CurrentConsent[]> {
  const { data } = await backend
    .from('current_consents')
    .select('value_norm, channel, action, at')
    .eq('contact_id', contactId)
    .eq('purpose', 'marketing')
    .throwOnError()
    .overrideTypes<CurrentConsent[], { merge: false }>()
  return data
}

export function useConsents(contactId: string) {
  const backend = useBackend()
  return useQuery({ queryKey: ['consents', contactId], queryFn: () => readConsents(backend, contactId), staleTime: 0 })
}
