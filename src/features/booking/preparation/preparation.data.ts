// Preparation checklists, for staff.
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { usePublicBusinessProfile } from '#platform/business-profile/business-profile.data.ts'
import { readBlocks } from '#platform/pages/blocks.ts'
import { readWithTrueClaims } from '#platform/pages/claims.data.ts'
import { preparationLists } from './preparation-lists.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    preparation_blocks: unknown[]
  }
}

/** Items ticked by the attendees of an appointment's chain. */
export function useTicks(rootId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['appointments', 'preparation', rootId],
    queryFn: async () =>
      (
        await backend
          .from('appointment_preparations')
          .select('role, done, saved_at')
          .eq('root_id', rootId)
          .throwOnError()
      ).data,
    staleTime: 0,
  })
}

/** Titles of the published checklist; undefined while loading. */
export function usePreparationItems(): readonly string[] | undefined {
  const backend = useBackend()
  const { data: business } = usePublicBusinessProfile()
  const { data: blocks } = useQuery({
    queryKey: ['preparation-blocks'],
    queryFn: async () =>
      readWithTrueClaims(backend, readBlocks((await backend.rpc('preparation_blocks').throwOnError()).data)),
  })
  if (!blocks || !business) return undefined
  return preparationLists(blocks, business).flatMap(({ items }) => items.map(({ title }) => title))
}
