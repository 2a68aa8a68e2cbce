// Data access of a webinar's report, of one session or of all.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import type { ExitAnswer, InteractionKind, RegistrationState, SessionState } from '../webinar-labels.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'webinar_report.exit_answers': Partial<Record<ExitAnswer, number>>
    'webinar_report_moments.kind': InteractionKind
    'webinar_report_people.state': RegistrationState
    'webinar_report_people.exit_answer': ExitAnswer | null
    'webinar_revenue.status': SessionState
  }
}

export type ReportOf = { webinar: string; session: string | null }
const key = ['webinars', 'report'] as const

export function useWebinarReport(of: ReportOf) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, of],
    staleTime: 0,
    queryFn: async () => {
      const [figures, minutes, moments, segments, people] = await Promise.all([
        backend.rpc('webinar_report', of).single().throwOnError(),
        backend.rpc('webinar_report_minutes', of).throwOnError(),
        backend.rpc('webinar_report_moments', of).throwOnError(),
        backend.rpc('webinar_segments', of).throwOnError(),
        backend.rpc('webinar_report_people', of).throwOnError(),
      ])
      return {
        figures: figures.data,
        minutes: minutes.data,
        moments: moments.data,
        segments: segments.data,
        people: people.data,
      }
    },
  })
}
export type WebinarReport = NonNullable<ReturnType<typeof useWebinarReport>['data']>

/** Each session with its revenue, the latest first. */
export function useWebinarRevenue(webinar: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'revenue', webinar],
    staleTime: 0,
    queryFn: async () => (await backend.rpc('webinar_revenue', { webinar }).throwOnError()).data,
  })
}

/** Tags the contacts of a segment, and saves a view of them. */
export function useFollowUp() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (list: ReportOf & { segment: string; name: string }) => {
      const { data } = await backend.rpc('follow_up_webinar', list).throwOnError()
      return data as { tag: string; added: number; contacts: number }
    },
    onSettled: () =>
      Promise.all(['tags', 'contacts', 'saved_views'].map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  })
}
