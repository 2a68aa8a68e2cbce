import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'

/** Poll interval; the server checks once a minute. */
const pollMs = 30_000

/** System checks, failing ones first. */
export function useSystemChecks() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['system-checks'],
    refetchInterval: pollMs,
    queryFn: async () => {
      const { data } = await backend
        .from('system_checks')
        .select('kind, place, is_ok, facts, checked_at, failing_since, failures')
        .order('is_ok')
        .order('kind')
        .order('place')
        .throwOnError()
      return data
    },
  })
}

export type ShownCheck = NonNullable<ReturnType<typeof useSystemChecks>['data']>[number]
