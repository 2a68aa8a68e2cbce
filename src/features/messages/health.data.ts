// Reads the state of the sender.
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'

export function useMessageHealth() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['message-health'],
    queryFn: async () => {
      const [health, reasons] = await Promise.all([
        backend.rpc('message_health').single().throwOnError(),
        backend.rpc('message_reason_counts').throwOnError(),
      ])
      return { health: health.data, reasons: reasons.data }
    },
    staleTime: 0,
    refetchInterval: 30_000,
  })
}
