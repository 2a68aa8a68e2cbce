// Page view reports of the public site.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { type ViewCount, ViewCounts } from './page-views.ts'

/** Days a report may cover, today included. */
export const spans = [7, 30, 90] as const
export type Span = (typeof spans)[number]

export type ViewReport = {
  views: number
  visitors: number
  /** One entry per day of the span, also for days without views. */
  days: ViewCount[]
  pages: ViewCount[]
  referrers: ViewCount[]
  campaigns: ViewCount[]
  devices: ViewCount[]
}

export function useViewReport(span: Span, now: Date) {
  const backend = useBackend()
  const today = dayOf(now)
  return useQuery({
    queryKey: ['page-views', today, span],
    queryFn: () => readViewReport(backend, addDays(today, 1 - span), today),
    placeholderData: keepPreviousData,
  })
}

async function readViewReport(backend: Backend, from_day: string, to_day: string): Promise<ViewReport> {
  const { data } = await backend.rpc('page_view_report', { from_day, to_day }).throwOnError()
  const rows = ViewCounts.parse(data)
  const of = (kind: ViewCount['kind']) => rows.filter((row) => row.kind === kind)
  const [all] = of('all')
  return {
    views: all?.views ?? 0,
    visitors: all?.visitors ?? 0,
    days: fillDays(of('day'), from_day, to_day),
    pages: of('page'),
    referrers: of('referrer'),
    campaigns: of('campaign'),
    devices: of('device'),
  }
}

function fillDays(counted: ViewCount[], from: string, to: string): ViewCount[] {
  const days: ViewCount[] = []
  for (let day = from; day <= to; day = addDays(day, 1))
    days.push(counted.find(({ label }) => label === day) ?? { kind: 'day', label: day, views: 0, visitors: 0 })
  return days
}
