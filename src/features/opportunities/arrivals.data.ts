// Who moved what: the stage history knows it, also when it was this same person in another window.
import type { Backend } from '#client/backend.ts'
import type { StageHistory } from './opportunities.ts'

type Arrival = Pick<StageHistory, 'opportunity_id' | 'to_stage' | 'actor_id'>

/** Answers by whom a card came, the last time, into a stage; undefined when nobody knows. */
export async function readArrivals(backend: Backend, opportunityIds: readonly string[]) {
  if (opportunityIds.length === 0) return () => undefined
  const { data } = await backend
    .from('opportunity_stage_history')
    .select('opportunity_id, to_stage, actor_id')
    .in('opportunity_id', [...opportunityIds])
    .order('at', { ascending: false })
    .limit(opportunityIds.length * 5)
    .throwOnError()
    .overrideTypes<Arrival[], { merge: false }>()
  return (opportunityId: string | undefined, stage: string | undefined): string | undefined =>
    data.find((row) => row.opportunity_id === opportunityId && row.to_stage === stage)?.actor_id ?? undefined
}
