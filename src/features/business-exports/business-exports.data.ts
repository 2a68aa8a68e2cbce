// Reads the state of the newest archive; requests and downloads it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'

const key = ['business-exports']
const pollMs = 3_000

/** Null before the first request. */
export function useNewestExport(enabled: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: key,
    enabled,
    refetchInterval: ({ state: { data } }) => (data && ['waiting', 'running'].includes(data.state) ? pollMs : false),
    queryFn: async () => {
      const { data } = await backend
        .from('business_exports')
        .select('*')
        .order('requested_at', { ascending: false })
        .limit(1)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
}

export function useRequestExport() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => void (await backend.rpc('request_business_export').throwOnError()),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Requests a download URL, valid for a minute, and starts the download without leaving the page. */
export function useDownloadExport() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => invoke<{ url: string }>(backend, 'download-business-export', { id }),
    onSuccess: ({ url }) => window.location.assign(url),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
