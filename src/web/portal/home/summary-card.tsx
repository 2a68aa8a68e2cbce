import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { useMySummaries } from '#features/session-notes/session-notes.data.ts'
import { formatDayNear } from '#lib/time/dates.ts'
import { RichTextPreview } from '#platform/message-content/rich-text-preview.tsx'
import { FailedCard } from '../failed-card.tsx'
import { PortalCard } from '../portal-card.tsx'
import { portalPath } from '../portal-tabs.ts'

const title = 'הפגישה האחרונה, בקצרה'

/** The start of the latest meeting summary, with a link to the whole summary. */
export function SummaryCard() {
  const now = useNow()
  const { data, error, refetch } = useMySummaries()
  if (!data && error) return <FailedCard id="home-summary" title={title} error={error} onRetry={() => void refetch()} />
  const last = data?.[0]
  if (!last) return null
  return (
    <PortalCard id="home-summary" title={title} aside={formatDayNear(last.held_on, now)}>
      <div className="portal-summary" dir="auto">
        <RichTextPreview text={firstParagraph(last.body)} follows />
      </div>
      <p>
        <Link to={`${portalPath}/meetings`}>לסיכום המלא</Link>
      </p>
    </PortalCard>
  )
}

const firstParagraph = (body: string) => body.trim().split(/\n\s*\n/)[0]!
