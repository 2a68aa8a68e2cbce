// Log of reads of the sealed answers of one submission or attempt, for owners and admins.
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'

const shownReads = 20

type Props = {
  entity: 'form_submissions' | 'quiz_attempts'
  id: string
  /** Changes after each read of the answers, because reading them adds an entry. */
  readAt: number
}

/** Renders nothing if there are no reads, or for staff without access to the audit log. */
export function AnswerReads({ entity, id, readAt }: Props) {
  const backend = useBackend()
  const staffName = useStaffName()
  const { data: reads = [] } = useQuery({
    queryKey: ['audit', 'reads', entity, id, readAt],
    staleTime: 0,
    queryFn: async () =>
      (
        await backend
          .from('audit_log')
          .select('id, at, actor_id')
          .eq('entity', entity)
          .eq('entity_id', id)
          .eq('action', 'read')
          .order('id', { ascending: false })
          .limit(shownReads)
          .throwOnError()
      ).data,
  })
  if (reads.length === 0) return null
  return (
    <details className="answer-reads">
      <summary>מי פתחו את התשובות המוצפנות</summary>
      <ul>
        {reads.map((read) => (
          <li key={read.id}>
            <bdi>{staffName(read.actor_id) ?? 'מי שכבר לא בצוות'}</bdi>, {formatDate(read.at)} בשעה{' '}
            {formatTime(read.at)}
          </li>
        ))}
      </ul>
    </details>
  )
}
