// Payment links for contacts, and the unpaid orders behind them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invoke } from '#client/invoke.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import type { ChargeByLink, PaymentLink } from './payment-link.ts'

const key = ['orders', 'links'] as const

export function useChargeByLink() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: ChargeByLink) => invoke<PaymentLink>(backend, 'charge-by-link', input),
    onSettled: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  })
}

/** Unpaid orders that staff made for a contact, newest first. */
export function useOpenLinks(contactId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: key })
  useTableChanges({
    table: 'orders',
    filter: `contact_id=eq.${contactId}`,
    onChanges: readAgain,
    onReconnect: readAgain,
  })
  return useQuery({
    queryKey: [...key, contactId],
    queryFn: async () =>
      (
        await backend
          .from('orders')
          .select('id, number, title, amount_agorot, status, held_until, phone')
          .eq('contact_id', contactId)
          .eq('by_staff', true)
          .in('status', ['pending', 'awaiting_payment', 'failed'])
          .order('created_at', { ascending: false })
          .limit(20)
          .throwOnError()
      ).data,
    staleTime: 0,
  })
}
export type OpenLink = NonNullable<ReturnType<typeof useOpenLinks>['data']>[number]
