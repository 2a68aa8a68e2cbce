// Reads and writes of trust metrics.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import { EditConflict } from '#platform/editing/edit-conflict.ts'
import { type Figure, type TrustMetricEdit, maxShown, type TrustMetric } from './trust-metrics.ts'

/** Published metrics in order. */
export async function readTrustMetrics(backend: Backend): Promise<Figure[]> {
  const { data } = await backend
    .from('trust_figures')
    .select('id, value, label, source, measured_on')
    .eq('is_shown', true)
    .order('position')
    .order('id')
    .limit(maxShown)
    .throwOnError()
  return data
}

const key = ['figures'] as const

export function useTrustMetrics() {
  const backend = useBackend()
  return useQuery({
    queryKey: key,
    queryFn: async () =>
      (await backend.from('trust_figures').select('*').order('position').order('id').throwOnError()).data,
  })
}

type MetricState = Pick<TrustMetric, 'position' | 'is_shown'>
type MetricChange =
  | ({ id: string; version?: number } & Partial<TrustMetricEdit & MetricState>)
  | ({ id?: undefined } & TrustMetricEdit & Partial<MetricState>)

/** Updates a metric, only over the given version if there is one, or inserts one without an `id`. */
export function useSaveTrustMetric() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(metric: MetricChange) {
      const table = backend.from('trust_figures')
      if (metric.id === undefined) return void (await table.insert(metric).throwOnError())
      const { id, version, ...change } = metric
      const row = table.update(change).eq('id', id)
      if (version === undefined) return void (await row.select('id').single().throwOnError())
      const { data } = await row.eq('version', version).select('id').throwOnError()
      if (data.length > 0) return undefined
      const now = backend.from('trust_figures').select('id').eq('id', id).maybeSingle()
      throw new EditConflict((await now.throwOnError()).data)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Stores the positions of the metrics in the order of their ids. */
export function useOrderTrustMetrics() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(ids: readonly string[]) {
      for (const [position, id] of ids.entries())
        await backend.from('trust_figures').update({ position }).eq('id', id).neq('position', position).throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export function useDeleteTrustMetric() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => void (await backend.from('trust_figures').delete().eq('id', id).throwOnError()),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
