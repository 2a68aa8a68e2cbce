import { Link } from 'react-router'
import { useInbox, useIsPrivateThread } from '#features/inbox/inbox.data.ts'
import { count } from '#lib/hebrew/count.ts'
import { PortalCard } from '../portal-card.tsx'
import { portalPath } from '../portal-tabs.ts'

/** The number of unread messages and the text of the last one, with a link to its thread. */
export function UnreadCard() {
  const { data = [] } = useInbox()
  const unread = data.reduce((all, one) => all + one.unread, 0)
  const first = data.find((one) => one.unread > 0)
  const isPrivate = useIsPrivateThread(first?.id)
  if (!first) return null
  return (
    <PortalCard
      id="home-unread"
      title={count(unread, { one: 'הודעה חדשה', two: 'שתי הודעות חדשות', other: '# הודעות חדשות' })}
      soft
    >
      <p dir="auto">{first.last_words}</p>
      <p>
        {/* The messages of a couple start with the shared thread. */}
        <Link to={`${portalPath}/messages${isPrivate ? '?thread=private' : ''}`}>לקריאה ולתשובה</Link>
      </p>
    </PortalCard>
  )
}
