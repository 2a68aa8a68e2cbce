import { Link } from 'react-router'
import { useLaunchWaiting } from '#features/launches/launches.data.ts'
import type { Launch } from '#features/launches/launches.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Block, BlockText } from '#ui/block.tsx'

/** The waiting list, and the messages to its contacts. */
export function LaunchWaiting({ launch }: { launch: Launch }) {
  const { data: waiting } = useLaunchWaiting(launch.id)
  if (!waiting || waiting.length === 0) return null
  return (
    <Block title="רשימת ההמתנה">
      <BlockText>כשמפרסמים שכפול של ההשקה, או קובעים לה הרשמה חדשה, כל מי שברשימה מקבלים הודעה אחת.</BlockText>
      <BlockText>כשמתפנה מקום בהרשמה מלאה, הוא מוצע לפי סדר ההמתנה, הודעה אחת לכל אחד.</BlockText>
      <ul className="takers">
        {waiting.map(({ id, created_at: since, seat_offered_at: offered, contact }) => (
          <li key={id}>
            <div>
              <Link to={`/crm/contacts/${contact.id}`}>
                <bdi>{contact.full_name}</bdi>
              </Link>
              <small>
                מאז {formatDate(since)}
                {offered && ` · הוצע מקום שהתפנה, ${formatDate(offered)}`}
              </small>
            </div>
          </li>
        ))}
      </ul>
    </Block>
  )
}
