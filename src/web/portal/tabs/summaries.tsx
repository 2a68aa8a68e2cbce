// Summaries of meetings that the staff shared, the latest first.
import { useState } from 'react'
import { useHasPartner } from '#features/portal/portal.data.ts'
import { useMySummaries } from '#features/session-notes/session-notes.data.ts'
import type { SessionSummary } from '#features/session-notes/session-notes.ts'
import { formatDayAndYear } from '#lib/time/dates.ts'
import { RichTextPreview } from '#platform/message-content/rich-text-preview.tsx'
import { FailedCard } from '../failed-card.tsx'
import { PortalCard } from '../portal-card.tsx'

const title = 'סיכומי פגישות'

export function Summaries() {
  const { data, error, refetch } = useMySummaries()
  if (!data && error) return <FailedCard id="summaries" title={title} error={error} onRetry={() => void refetch()} />
  if (!data?.length) return null
  return (
    <PortalCard id="summaries" title={title}>
      <ul className="portal-summaries">
        {data.map((summary, i) => (
          <li key={summary.note_id}>
            <Summary summary={summary} isLatest={i === 0} />
          </li>
        ))}
      </ul>
    </PortalCard>
  )
}

type Props = {
  summary: Pick<SessionSummary, 'held_on' | 'title' | 'body' | 'steps' | 'shared_with'>
  isLatest: boolean
}

function Summary({ summary: { held_on, title, body, steps, shared_with }, isLatest }: Props) {
  const hasPartner = useHasPartner()
  // The initial value is retained: an open summary is not collapsed when a later one arrives.
  const [isOpen] = useState(isLatest)
  return (
    <details open={isOpen}>
      <summary>
        <bdi>{title}</bdi>, {formatDayAndYear(held_on)}
      </summary>
      <div className="portal-summary" dir="auto">
        <RichTextPreview text={body} follows />
        {steps.length > 0 && (
          <>
            <h3>מה החלטנו</h3>
            <ul>
              {steps.map(({ text, owner, due_on }, at) => (
                <li key={at}>
                  <bdi>{text}</bdi>
                  <small>
                    {owner === 'client' ? 'עליכם' : 'עלינו'}
                    {due_on && `, עד ${formatDayAndYear(due_on)}`}
                  </small>
                </li>
              ))}
            </ul>
          </>
        )}
        {hasPartner && <small>{shared_with === 'household' ? 'שני בני הזוג רואים' : 'רק אתם והצוות רואים'}</small>}
      </div>
    </details>
  )
}
