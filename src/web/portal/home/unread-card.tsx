import { Link } from 'react-router'
import { useInbox } from '#features/inbox/inbox.data.ts'
import { count } from '#lib/hebrew/count.ts'
import { PortalCard } from '../portal-card.tsx'
import { portalPath } from '../portal-tabs.ts'

/** The number of unread messages and the text of the last one, with a link to the thread list. */
export function UnreadCard() {
  const { data = [] } = useInbox()
  const unread = data.reduce((all, one) => all + one.unread, 0)
  if (unread === 0) return null
  return (
    <PortalCard
      id="home-unread"
      title={count(unread, { one: 'הודעה חדשה', two: 'שתי הודעות חדשות', other: '# הודעות חדשות' })}
      soft
    >
      <p dir="auto">{data.find((one) => one.unread > 0)?.last_words}</p>
      <p>
        <Link to={`${portalPath}/messages`}>לקריאה ולתשובה</Link>
      </p>
    </PortalCard>
  )
}
