// Summaries of meetings that the staff shared, the latest first.
import { useHasPartner } from '#features/portal/portal.data.ts'
import { useMySummaries } from '#features/session-notes/session-notes.data.ts'
import { formatDayInYear } from '#lib/time/dates.ts'
import { RichTextPreview } from '#platform/message-content/rich-text-preview.tsx'
import { PortalCard } from '../portal-card.tsx'

export function Summaries() {
  const { data = [] } = useMySummaries()
  const hasPartner = useHasPartner()
  if (data.length === 0) return null
  return (
    <PortalCard id="summaries" title="סיכומי פגישות">
      <ul className="portal-summaries">
        {data.map(({ note_id, held_on, title, body, steps, shared_with }, i) => (
          <li key={note_id}>
            <details open={i === 0}>
              <summary>
                <bdi>{title}</bdi>, {formatDayInYear(held_on)}
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
                            {due_on && `, עד ${formatDayInYear(due_on)}`}
                          </small>
                        </li>
                      ))}
                    </ul>
                  </>
                )}
                {hasPartner && (
                  <small>{shared_with === 'household' ? 'שני בני הזוג רואים' : 'רק אתם והצוות רואים'}</small>
                )}
              </div>
            </details>
          </li>
        ))}
      </ul>
    </PortalCard>
  )
}
