// Queries and mutations of metrics, for the portal and staff. Values are read and written through server functions.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import type { ClientMetrics, Metric, MetricFrequency, MetricUnit, MyMetrics, ReportMetric } from './metrics.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'client_metrics.unit': MetricUnit
    'client_metrics.every': MetricFrequency
    'client_metrics.shared_with': Metric['shared_with']
  }
}

const myKey = ['metrics', 'mine'] as const

export function useMyMetrics() {
  const backend = useBackend()
  return useQuery({ queryKey: myKey, queryFn: () => invoke<MyMetrics>(backend, 'read-my-metrics', {}), staleTime: 0 })
}

export function useReportMetric() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (report: ReportMetric) => invoke<object>(backend, 'report-metric', report),
    onSettled: () => queries.invalidateQueries({ queryKey: myKey }),
  })
}

const keyOf = (contactId: string) => ['metrics', 'of', contactId] as const

async function readRequestedMetrics(backend: Backend, contactId: string) {
  const { data } = await backend.rpc('client_metrics', { contact: contactId }).throwOnError()
  return data
}
export type RequestedMetric = Awaited<ReturnType<typeof readRequestedMetrics>>[number]

/** For staff: the metrics requested from a client, without values. */
export function useRequestedMetrics(contactId: string) {
  const backend = useBackend()
  return useQuery({ queryKey: keyOf(contactId), queryFn: () => readRequestedMetrics(backend, contactId), staleTime: 0 })
}

/** For staff: a client's metrics with values. Access is logged, so the query waits for `isOpen`. */
export function useClientMetrics(contactId: string, isOpen: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...keyOf(contactId), 'values'],
    queryFn: async () => (await invoke<ClientMetrics>(backend, 'read-client-metrics', { contactId })).metrics,
    enabled: isOpen,
    gcTime: 0,
  })
}

export type NewMetric = Pick<Metric, 'contact_id' | 'name' | 'unit' | 'every' | 'starts_on' | 'shared_with'>

export function useAskForMetric() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (metric: NewMetric) => void (await backend.from('metrics').insert(metric).throwOnError()),
    onSettled: (_data, _error, { contact_id: contactId }) => queries.invalidateQueries({ queryKey: keyOf(contactId) }),
  })
}

/** Ends or resumes the collection of a metric. Reported values are retained. */
export function useEndMetric(contactId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, endedAt }: { id: string; endedAt: string | null }) =>
      void (await backend.from('metrics').update({ ended_at: endedAt }).eq('id', id).throwOnError()),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(contactId) }),
  })
}
