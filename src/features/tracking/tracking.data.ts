// Data access of the pixel settings, for site and settings.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'

/** The pixel's id; undefined if none is configured. */
export async function readPixelId(backend: Backend): Promise<string | undefined> {
  const { data } = await backend.from('tracking_settings').select('pixel_id').throwOnError().maybeSingle()
  return data?.pixel_id
}

const key = ['tracking', 'pixel']

export function usePixelId() {
  const backend = useBackend()
  // TanStack Query does not allow undefined as data.
  return useQuery({ queryKey: key, queryFn: async () => (await readPixelId(backend)) ?? null })
}

/** Sets the pixel; an empty text removes it. */
export function useSetPixelId() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(pixelId: string) {
      const table = backend.from('tracking_settings')
      if (pixelId === '') await table.delete().eq('is_only', true).throwOnError()
      else if ((await readPixelId(backend)) === undefined) await table.insert({ pixel_id: pixelId }).throwOnError()
      else await table.update({ pixel_id: pixelId }).eq('is_only', true).throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
