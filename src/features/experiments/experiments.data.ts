// The comparison of home pages, for those who write the site.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import { type Comparison, type HomePage, type Measured, MeasuredRows, type Shares } from './experiments.ts'

/** A comparison with what was counted in it, a row for each page. */
export type MeasuredComparison = Comparison & { pages: Measured[] }

const key = ['page-comparison'] as const

/** The comparison that runs, else the last one; null: there was none yet. */
async function readComparison(backend: Backend): Promise<MeasuredComparison | null> {
  const { data } = await backend
    .from('page_comparisons')
    .select('id, path, label, started_at, started_by, ended_at, ended_by, winner')
    .order('started_at', { ascending: false })
    .limit(1)
    .maybeSingle<Comparison>()
    .throwOnError()
  if (!data) return null
  const report = await backend.rpc('comparison_report', { comparison: data.id }).throwOnError()
  return { ...data, pages: MeasuredRows.parse(report.data) }
}

/** Visitors come while somebody looks on: it is read again every minute. */
export function useComparison() {
  const backend = useBackend()
  return useQuery({ queryKey: key, queryFn: () => readComparison(backend), staleTime: 0, refetchInterval: 60_000 })
}

/** Shows `/` by these shares from now on. `seen` is the comparison that runs as far as one knows. */
export function useComparePages() {
  const backend = useBackend()
  return useMutation({
    async mutationFn({ shares, seen }: { shares: Shares; seen: string | undefined }) {
      await backend.rpc('compare_pages', { shares, ...(seen && { seen }) }).throwOnError()
    },
    onSettled: useReadAgain(),
  })
}

export function useEndComparison() {
  const backend = useBackend()
  return useMutation({
    async mutationFn(id: string) {
      await backend.rpc('end_comparison', { seen: id }).throwOnError()
    },
    onSettled: useReadAgain(),
  })
}

/** Makes a page's words those of `/`, and ends the comparison. `seenPublishedId` is the version that `/` shows as far as one knows. */
export function useChooseWinner() {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: (choice: { comparisonId: string; key: HomePage; seenPublishedId: string | null }) =>
      invoke<{ publishedId: string | null }>(backend, 'choose-home-page', choice),
    onSettled: () => Promise.all([readAgain(), queries.invalidateQueries({ queryKey: ['pages'] })]),
  })
}

function useReadAgain() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: key })
}
