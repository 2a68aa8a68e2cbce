// Materials of stages that are or were open to the signed-in client.
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'

export function useStageMaterials() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['portal', 'materials'],
    queryFn: async () => {
      const { data } = await backend
        .from('stage_materials')
        .select('id, stage_id, title, url, position, stage:process_stages!inner(name, stage_order)')
        .limit(1000)
        .throwOnError()
      return data.toSorted(
        (a, b) =>
          a.stage.stage_order - b.stage.stage_order || a.stage_id.localeCompare(b.stage_id) || a.position - b.position,
      )
    },
    staleTime: 0,
  })
}
export type StageMaterial = NonNullable<ReturnType<typeof useStageMaterials>['data']>[number]
