// Data access of the opportunity page.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { latestOwnVersion, recordSave } from '#client/save-chain.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import { isUuid } from '#lib/is-uuid.ts'
import type { BoardCard } from '../board/board.ts'
import { cardColumns } from '../opportunities.data.ts'
import type { Opportunity, StageHistory } from '../opportunities.ts'
import { EditConflict } from '#platform/editing/edit-conflict.ts'

type Arrival = Pick<StageHistory, 'id' | 'from_stage' | 'to_stage' | 'at' | 'actor_id' | 'seconds_in_from'>
export type OpportunityDetail = BoardCard &
  Pick<
    Opportunity,
    | 'pipeline_id'
    | 'household_id'
    | 'product_id'
    | 'lost_note'
    | 'reopened_because'
    | 'closed_at'
    | 'created_at'
    | 'custom'
    | 'deleted_at'
  > & {
    lost_reason: { name: string } | null
    product: { name: string } | null
    /** Stage history, oldest first. */
    history: Arrival[]
  }

const detailColumns = `${cardColumns}, pipeline_id, household_id, product_id, lost_note, reopened_because, closed_at, created_at, custom, deleted_at,
  lost_reason:lost_reasons(name), product:products(name),
  history:opportunity_stage_history(id, from_stage, to_stage, at, actor_id, seconds_in_from)`

/** The opportunity; null for an unknown id, or if the caller cannot read the row. */
export async function readOpportunity(backend: Backend, id: string): Promise<OpportunityDetail | null> {
  if (!isUuid(id)) return null
  const { data } = await backend.from('opportunities').select(detailColumns).eq('id', id).maybeSingle().throwOnError()
  return data && { ...data, history: data.history.toSorted((a, b) => a.at.localeCompare(b.at)) }
}

const opportunityKey = (id: string) => ['opportunities', 'one', id] as const

/** The opportunity, refetched by the change feed while mounted. */
export function useOpportunity(id: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  const invalidate = () => void queries.invalidateQueries({ queryKey: opportunityKey(id) })
  useTableChanges({ table: 'opportunities', filter: `id=eq.${id}`, onChanges: invalidate, onReconnect: invalidate })
  return useQuery({ queryKey: opportunityKey(id), queryFn: () => readOpportunity(backend, id), staleTime: 0 })
}

export type OpportunityPatch = Partial<
  Pick<
    Opportunity,
    | 'name'
    | 'amount_agorot'
    | 'probability_override'
    | 'expected_close_on'
    | 'owner_id'
    | 'source'
    | 'product_id'
    | 'custom'
    | 'deleted_at'
  >
>

/** Saves only if the version matches. Returns the new version. */
export async function updateOpportunity(
  backend: Backend,
  seen: Pick<OpportunityDetail, 'id' | 'version'>,
  changes: OpportunityPatch,
) {
  const { data } = await backend
    .from('opportunities')
    .update(changes)
    .eq('id', seen.id)
    .eq('version', seen.version)
    .select('version')
    .maybeSingle()
    .throwOnError()
  if (!data) throw new EditConflict(await readOpportunity(backend, seen.id))
  return data.version
}

/** Saves run one at a time; each is based on the version of the user's own preceding save. */
export function useUpdateOpportunity() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    scope: { id: 'opportunity changes' },
    async mutationFn({
      seen,
      changes,
    }: {
      seen: Pick<OpportunityDetail, 'id' | 'version'>
      changes: OpportunityPatch
    }) {
      const over = { id: seen.id, version: latestOwnVersion(queries, seen) }
      const version = await updateOpportunity(backend, over, changes)
      recordSave(queries, over, version)
      return version
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['opportunities'] }),
  })
}
