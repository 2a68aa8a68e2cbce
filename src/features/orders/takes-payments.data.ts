import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { readCheckout } from './order-pages.data.ts'

/** What takes payments at the checkout now. Below the key of the providers' settings: a change of them reads it again. */
export function useTakesPayments() {
  const backend = useBackend()
  return useQuery({ queryKey: ['gateways', 'checkout'], queryFn: () => readCheckout(backend) })
}
