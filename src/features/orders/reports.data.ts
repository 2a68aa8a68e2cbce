// Reports of outstanding debts and of revenue.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'

const key = ['payments', 'reports'] as const
/** Totals cover all charges; the list shows the oldest ones. */
const maxListed = 200

export function useDueCharges() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'due'],
    queryFn: async () => {
      const [charges, ageing] = await Promise.all([
        backend.rpc('due_charges').limit(maxListed).throwOnError(),
        backend.rpc('due_ageing').throwOnError(),
      ])
      return { charges: charges.data, ageing: ageing.data }
    },
    staleTime: 0,
  })
}

export type DueCharge = NonNullable<ReturnType<typeof useDueCharges>['data']>['charges'][number]

/** Days as 'YYYY-MM-DD', both inclusive. */
export function useRevenue(from: string, until: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'revenue', from, until],
    queryFn: async () => (await backend.rpc('revenue', { from_day: from, until_day: until }).throwOnError()).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
export type RevenueLine = NonNullable<ReturnType<typeof useRevenue>['data']>[number]
