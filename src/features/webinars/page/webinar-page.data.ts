// Data access of the page of a webinar.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'

/** Creates a page of blocks for a webinar, and returns its path. */
export function useAddWebinarPage() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (webinarId: string) => invoke<{ path: string }>(backend, 'add-webinar-page', { webinarId }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['webinars'] }),
        queries.invalidateQueries({ queryKey: ['pages', 'list'] }),
      ]),
  })
}
