import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { readReadyFeatures } from '#platform/pages/claims.data.ts'

/** The keys of the claimed features that are set up; undefined until they are loaded. */
export function useReadyFeatures(): readonly string[] | undefined {
  const backend = useBackend()
  const { data } = useQuery({
    queryKey: ['ready-features'],
    queryFn: () => readReadyFeatures(backend),
    staleTime: 0,
  })
  return data
}
