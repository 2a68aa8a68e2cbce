import './webinar-messages.css'
import { Link } from 'react-router'
import { isAdmin } from '#platform/accounts/roles.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { Badge } from '#ui/badge.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import type { WebinarKind } from '../webinar-labels.ts'
import { useWebinarMessages } from './webinar-messages.data.ts'

type Part = { title: string; anchors: readonly string[] }

const ofSessions: readonly Part[] = [
  { title: 'לפני המפגש', anchors: ['registered', 'moved', 'starts'] },
  { title: 'כשהמפגש מלא', anchors: ['waitlisted', 'seated'] },
  { title: 'בתחילתו', anchors: ['not_in'] },
  { title: 'אחריו, מי שרכשו', anchors: ['bought'] },
  { title: 'מי שנשארו עד הסוף', anchors: ['stayed'] },
  { title: 'מי שיצאו מוקדם', anchors: ['left_early'] },
  { title: 'מי שלא הגיעו', anchors: ['missed'] },
  { title: 'בזמן ההקלטה', anchors: ['registered_late', 'answered', 'replay_ends'] },
  { title: 'בביטול', anchors: ['cancelled', 'registration_cancelled'] },
]
const onDemand: readonly Part[] = [{ title: 'מהרגע שנרשמו', anchors: ['registered_late', 'answered'] }]

/** What registrants receive, from the registration to the end of the recording, by segment. Times and texts are those of the message plan. */
export function WebinarMessages({ kind }: { kind: WebinarKind }) {
  const mine = useOwnRoles()
  const { data: rules = [] } = useWebinarMessages()
  const parts = kind === 'on_demand' ? onDemand : ofSessions
  return (
    <Block title="הודעות לנרשמים" action={isAdmin(mine) && <Link to="/crm/email/plan">לזמנים ולנוסחים</Link>}>
      <BlockText>
        {kind === 'on_demand'
          ? 'אותן הודעות לכל ההדרכות.'
          : 'אותן הודעות לכל ההדרכות. מי שנרשמים אחרי שתזכורת כבר יצאה מקבלים רק את מה שעוד לפניהם.'}
      </BlockText>
      <dl className="webinar-messages">
        {parts.map(({ title, anchors }) => (
          <div key={title}>
            <dt>{title}</dt>
            {rules
              .filter(({ anchor }) => anchors.includes(anchor))
              .map(({ id, name, is_active }) => (
                <dd key={id}>
                  {name} {!is_active && <Badge>כבויה</Badge>}
                </dd>
              ))}
          </div>
        ))}
      </dl>
    </Block>
  )
}
