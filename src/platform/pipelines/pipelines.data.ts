// Read access to pipelines, stages and loss reasons.
import { useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import type { LostReason, WholePipeline } from './pipelines.ts'

const columns = `id, name, is_default, version,
  stages:pipeline_stages(id, slug, name, position, probability, kind, rot_days, color, version)`

/** Every pipeline with its stages in order; the default one first, the others by name. */
export async function readPipelines(backend: Backend): Promise<WholePipeline[]> {
  const { data } = await backend
    .from('pipelines')
    .select(columns)
    .order('is_default', { ascending: false })
    .order('name')
    .throwOnError()
  return data.map((pipeline) => ({
    ...pipeline,
    stages: pipeline.stages.toSorted((a, b) => a.position - b.position || a.slug.localeCompare(b.slug)),
  }))
}

export const pipelinesKey = ['pipelines'] as const

export function usePipelines() {
  const backend = useBackend()
  return useQuery({ queryKey: pipelinesKey, queryFn: () => readPipelines(backend) })
}

/** The pipeline of new opportunities. */
export function useDefaultPipeline() {
  const backend = useBackend()
  return useQuery({
    queryKey: pipelinesKey,
    queryFn: () => readPipelines(backend),
    select: (all) => all.find(({ is_default }) => is_default) ?? all[0]!,
  })
}

export async function readLostReasons(backend: Backend): Promise<Omit<LostReason, 'position'>[]> {
  const { data } = await backend
    .from('lost_reasons')
    .select('id, name, is_active, version')
    .order('position')
    .order('name')
    .throwOnError()
  return data
}

export const lostReasonsKey = ['lost_reasons'] as const

/** All loss reasons, including inactive ones that older opportunities still reference. */
export function useLostReasons() {
  const backend = useBackend()
  return useQuery({ queryKey: lostReasonsKey, queryFn: () => readLostReasons(backend) })
}
