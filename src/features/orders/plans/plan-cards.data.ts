// Plans of a contact and the cards that are charged for them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'

// Not below 'payments': an optimistic change of a ledger rewrites every such query of the contact.
const key = ['plan cards'] as const

export function usePlanCards(contactId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, contactId],
    queryFn: async () =>
      (
        await backend
          .from('payment_plans')
          .select('id, title, plan_cards(state, last4, expires_on, is_stand_in)')
          .eq('contact_id', contactId)
          .order('created_at')
          .throwOnError()
      ).data,
    staleTime: 0,
  })
}
export type ShownPlan = NonNullable<ReturnType<typeof usePlanCards>['data']>[number]

/** Stops the charges of a plan's card, or begins them again. */
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
