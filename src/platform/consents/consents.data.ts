// Consents of a contact: current state and history.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Consent, ConsentText } from './consents.ts'

export type LedgerLine = Pick<
  Consent,
  'id' | 'value_norm' | 'channel' | 'action' | 'source_type' | 'source_url' | 'proof' | 'recorded_by' | 'at'
> & { text: Pick<ConsentText, 'version' | 'he_text'> }
export type CurrentConsent = Pick<Consent, 'value_norm' | 'channel' | 'action' | 'at'>

const ledgerColumns =
  'id, value_norm, channel, action, source_type, source_url, proof, recorded_by, at, text:consent_texts(version, he_text)'
const shownAtMost = 500

/** Newest first. */
export async function readLedger(backend: Backend, contactId: string): Promise<LedgerLine[]> {
  const { data } = await backend
    .from('consents')
    .select(ledgerColumns)
    .eq('contact_id', contactId)
    .eq('purpose', 'marketing')
    .order('at', { ascending: false })
    .order('id')
    .limit(shownAtMost)
    .throwOnError()
  return data
}

const ledgerKey = (contactId: string) => ['consents', contactId] as const

export function useLedger(contactId: string) {
  const backend = useBackend()
  return useQuery({ queryKey: ledgerKey(contactId), queryFn: () => readLedger(backend, contactId), staleTime: 0 })
}

/** Current consent from a ledger sorted newest first: the latest entry per address and channel. */
export function currentOf(ledger: readonly LedgerLine[]): CurrentConsent[] {
  const last = new Map<string, CurrentConsent>()
  for (const line of ledger) {
    const key = `${line.channel} ${line.value_norm}`
    if (!last.has(key)) last.set(key, line)
  }
  return [...last.values()]
}

/** A consent or refusal given to a staff member, for one channel. */
export type StaffConsent = Pick<Consent, 'channel' | 'value_norm' | 'action'> & { proof: string }

export function useRecordConsent(contactId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ channel, value_norm, action, proof }: StaffConsent) =>
      void (await backend
        .rpc('record_consent', { contact: contactId, way: channel, value: value_norm, action, proof })
        .throwOnError()),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ledgerKey(contactId) }),
        queries.invalidateQueries({ queryKey: ['activities'] }),
      ]),
  })
}
