// A/B test of the home page, for site editors.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import {
  type Experiment,
  type HomePage,
  type VariantResult,
  VariantResults,
  type TrafficShares,
} from './experiments.ts'

/** An experiment with its results, one row per page. */
export type MeasuredExperiment = Experiment & { pages: VariantResult[] }

const key = ['page-comparison'] as const

/** The running experiment, otherwise the last one; null if there is none. */
async function readExperiment(backend: Backend): Promise<MeasuredExperiment | null> {
  const { data } = await backend
    .from('page_comparisons')
    .select('id, path, label, started_at, started_by, ended_at, ended_by, winner')
    .order('started_at', { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError()
  if (!data) return null
  const report = await backend.rpc('comparison_report', { comparison: data.id }).throwOnError()
  return { ...data, pages: VariantResults.parse(report.data) }
}

/** The running or last experiment with its results, refetched every minute while the screen is open. */
export function useExperiment() {
  const backend = useBackend()
  return useQuery({ queryKey: key, queryFn: () => readExperiment(backend), staleTime: 0, refetchInterval: 60_000 })
}

/**
 * Starts an experiment with these weights, or changes those of the running one. `seen` is the id of the running experiment known to the
 * caller.
 */
export function useStartExperiment() {
  const backend = useBackend()
  return useMutation({
    async mutationFn({ shares, seen }: { shares: TrafficShares; seen: string | undefined }) {
      await backend.rpc('compare_pages', { shares, ...(seen && { seen }) }).throwOnError()
    },
    onSettled: useInvalidate(),
  })
}

export function useEndExperiment() {
  const backend = useBackend()
  return useMutation({
    async mutationFn(id: string) {
      await backend.rpc('end_comparison', { seen: id }).throwOnError()
    },
    onSettled: useInvalidate(),
  })
}

/**
 * Publishes the content of the winning page at `/`, and ends the experiment. `seenPublishedId` is the published version of `/` known to the
 * caller.
 */
export function useChooseWinner() {
  const backend = useBackend()
  const queries = useQueryClient()
  const invalidate = useInvalidate()
  return useMutation({
    mutationFn: (choice: { comparisonId: string; key: HomePage; seenPublishedId: string | null }) =>
      invoke<{ publishedId: string | null }>(backend, 'choose-home-page', choice),
    onSettled: () => Promise.all([invalidate(), queries.invalidateQueries({ queryKey: ['pages'] })]),
  })
}

function useInvalidate() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: key })
}
