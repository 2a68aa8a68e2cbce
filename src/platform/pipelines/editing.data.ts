// Data access of the pipeline settings, for owners and admins.
import { type MutationFunction, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import { staleOrGone } from '#platform/editing/edit-conflict.ts'
import { lostReasonsKey, pipelinesKey } from './pipelines.data.ts'
import type { LostReason, PipelineStage, Stage } from './pipelines.ts'

/** Version conflict: the row was changed by another user. */
export class PipelineConflict extends Error {
  readonly code = 'PT409'
  constructor() {
    super('stale_version')
  }
}

type RowVersion = { id: string; version: number }
type Table = 'pipelines' | 'pipeline_stages' | 'lost_reasons'
type Values = StageValues | Partial<Pick<LostReason, 'name' | 'is_active'>>

/** Saves only if the version is unchanged. */
async function change(backend: Backend, table: Table, { id, version }: RowVersion, values: Values) {
  const { data } = await backend
    .from(table)
    .update(values)
    .eq('id', id)
    .eq('version', version)
    .select('id')
    .maybeSingle()
    .throwOnError()
  if (!data)
    throw await staleOrGone(
      backend.from(table).select('id').eq('id', id).maybeSingle().throwOnError(),
      new PipelineConflict(),
    )
}

export type StageValues = Pick<PipelineStage, 'name' | 'probability' | 'rot_days' | 'color'>
export const useSaveStage = () =>
  usePipelineMutation(async (backend, { seen, values }: { seen: RowVersion; values: StageValues }) =>
    change(backend, 'pipeline_stages', seen, values),
  )

type NewStage = StageValues & Pick<PipelineStage, 'pipeline_id' | 'position' | 'kind'>
/** The slug is generated; other modules refer to a stage by it. */
export const useAddStage = () =>
  usePipelineMutation(async (backend, stage: NewStage) => {
    const slug = `stage_${crypto.randomUUID().slice(0, 8)}`
    await backend
      .from('pipeline_stages')
      .insert({ ...stage, slug })
      .throwOnError()
  })

export const useOrderStages = () =>
  usePipelineMutation(async (backend, { pipeline, stages }: { pipeline: string; stages: string[] }) => {
    await backend.rpc('order_stages', { pipeline, stages }).throwOnError()
  })

type Deleted = { stage: Pick<Stage, 'id' | 'version'>; destination: string | null }
/** Returns how many opportunities were moved to the destination. */
export const useDeleteStage = () =>
  usePipelineMutation(async (backend, { stage, destination }: Deleted): Promise<number> => {
    const { data } = await backend
      .rpc('delete_stage', { stage: stage.id, destination, expected_version: stage.version })
      .throwOnError()
    return data
  })

export const useAddPipeline = () =>
  usePipelineMutation(async (backend, name: string): Promise<string> => {
    const { data } = await backend.rpc('add_pipeline', { name }).throwOnError()
    return data
  })

export const useRenamePipeline = () =>
  usePipelineMutation(async (backend, { seen, name }: { seen: RowVersion; name: string }) =>
    change(backend, 'pipelines', seen, { name }),
  )

export const useSetDefaultPipeline = () =>
  usePipelineMutation(async (backend, pipeline: string) => {
    await backend.rpc('set_default_pipeline', { pipeline }).throwOnError()
  })

export const useDeletePipeline = () =>
  usePipelineMutation(async (backend, id: string) => {
    await backend.from('pipelines').delete().eq('id', id).throwOnError()
  })

/** Number of opportunities in a stage, including those in the bin: deletion must move all of them. */
export async function countOpportunities(backend: Backend, stageId: string): Promise<number> {
  const { count } = await backend
    .from('opportunities')
    .select('id', { count: 'exact', head: true })
    .eq('stage_id', stageId)
    .throwOnError()
  return count ?? 0
}

export const useAddLostReason = () =>
  usePipelineMutation(async (backend, reason: Pick<LostReason, 'name' | 'position'>) => {
    await backend.from('lost_reasons').insert(reason).throwOnError()
  })

export const useSaveLostReason = () =>
  usePipelineMutation(
    async (backend, { seen, values }: { seen: RowVersion; values: Partial<Pick<LostReason, 'name' | 'is_active'>> }) =>
      change(backend, 'lost_reasons', seen, values),
  )

export const useDeleteLostReason = () =>
  usePipelineMutation(async (backend, id: string) => {
    await backend.from('lost_reasons').delete().eq('id', id).throwOnError()
  })

/** Refetches after success and failure, so that the screen shows what is stored. */
function usePipelineMutation<Values, Answer>(work: (backend: Backend, values: Values) => Promise<Answer>) {
  const backend = useBackend()
  const queries = useQueryClient()
  const mutationFn: MutationFunction<Answer, Values> = (values) => work(backend, values)
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: pipelinesKey }),
        queries.invalidateQueries({ queryKey: lostReasonsKey }),
        queries.invalidateQueries({ queryKey: ['opportunities'] }),
      ]),
  })
}
