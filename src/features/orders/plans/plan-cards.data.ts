// Payment plans of a contact and their saved cards.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'

// Not under the 'payments' key: an optimistic ledger update rewrites every such query of the contact.
const key = ['plan cards'] as const

/** `planIds`: the plans of the ledger. A new plan triggers a refetch. */
export function usePlanCards(contactId: string, planIds: readonly string[]) {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: key })
  // A payment saves its card, and a decline changes its order.
  useTableChanges({
    table: 'orders',
    filter: `contact_id=eq.${contactId}`,
    onChanges: readAgain,
    onReconnect: readAgain,
  })
  return useQuery({
    queryKey: [...key, contactId, planIds],
    queryFn: async () =>
      (
        await backend
          .from('payment_plans')
          .select('id, title, plan_cards(state, last4, expires_on, is_stand_in)')
          .eq('contact_id', contactId)
          .order('created_at')
          .throwOnError()
      ).data,
    enabled: planIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
export type ShownPlan = NonNullable<ReturnType<typeof usePlanCards>['data']>[number]

/** Declined charges of saved cards, newest first, one per open charge. */
export function useDeclinedCharges(contactId: string, enabled: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'declined', contactId],
    queryFn: async () =>
      (
        await backend
          .from('orders')
          .select('charge_id, payment_attempts!inner(settled_at)')
          .eq('contact_id', contactId)
          .not('charge_id', 'is', null)
          .is('paid_at', null)
          .eq('payment_attempts.by_token', true)
          .eq('payment_attempts.state', 'declined')
          .order('settled_at', { referencedTable: 'payment_attempts', ascending: false })
          .throwOnError()
      ).data,
    enabled,
    staleTime: 0,
  })
}

/** Stops or resumes the charges of a plan's card. */
export function useSwitchPlanCard() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ plan, active }: { plan: string; active: boolean }) => {
      await backend.rpc('switch_plan_card', { plan, active }).throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
