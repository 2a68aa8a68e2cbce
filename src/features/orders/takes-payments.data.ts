import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { readCheckout } from './order-pages.data.ts'

/**
 * The provider that takes payments at the checkout. The query key is below that of the provider settings, so a settings
 * change invalidates it.
 */
export function useTakesPayments() {
  const backend = useBackend()
  return useQuery({ queryKey: ['gateways', 'checkout'], queryFn: () => readCheckout(backend) })
}
