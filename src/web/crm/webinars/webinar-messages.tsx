import './webinar-messages.css'
import { useState } from 'react'
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { offsetText } from '#features/messages/message-plan.ts'
import { lateEntryMinutes, plannedTime } from '#features/webinars/messages/message-times.ts'
import { requiredMessages } from '#features/webinars/messages/required-messages.ts'
import {
  useMuteMessage,
  useMutedMessages,
  useWebinarMessages,
  type WebinarMessageRule,
} from '#features/webinars/messages/webinar-messages.data.ts'
import { failedStep } from '#features/webinars/screens/failed-step.ts'
import type { WebinarKind } from '#features/webinars/webinar-labels.ts'
import { useWebinarSessions, type WebinarRow } from '#features/webinars/webinars.data.ts'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { isAdmin } from '#platform/accounts/roles.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { MailPreview } from './mail-preview.tsx'

type Part = { title: string; anchors: readonly string[] }

const sessionParts: readonly Part[] = [
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
const partsOf = (kind: WebinarKind) => (kind === 'on_demand' ? onDemand : sessionParts)

const anchorTexts: Readonly<Record<string, string>> = {
  registered: 'ההרשמה',
  registered_late: 'ההרשמה',
  moved: 'שינוי המועד',
  starts: 'תחילת המפגש',
  waitlisted: 'הכניסה לרשימת ההמתנה',
  seated: 'המקום שהתפנה',
  not_in: 'תחילת המפגש',
  bought: 'סוף המפגש',
  stayed: 'סוף המפגש',
  left_early: 'סוף המפגש',
  missed: 'סוף המפגש',
  answered: 'התשובה',
  replay_ends: 'סוף ההקלטה',
  cancelled: 'הביטול',
  registration_cancelled: 'הביטול',
}

function relativeText({ anchor, offset_minutes: offset }: WebinarMessageRule) {
  const minutes = anchor === 'not_in' ? offset + lateEntryMinutes : offset
  const after = anchorTexts[anchor] ?? anchor
  return minutes === 0 ? `מיד עם ${after}` : `${offsetText(minutes)} ${after}`
}

/** Messages to registrants, from registration to the expiry of the recording, by segment. Each can be switched off for this webinar. */
export function WebinarMessages({ webinar, canEdit }: { webinar: WebinarRow; canEdit: boolean }) {
  const mine = useOwnRoles()
  const { data: rules, error: unread, refetch } = useWebinarMessages()
  const { data: muted, error: unknown, refetch: readMuted } = useMutedMessages(webinar.id)
  const { data: sessions } = useWebinarSessions()
  const [previewed, setPreviewed] = useState<WebinarMessageRule>()
  const now = useNow()
  const next = sessions
    ?.filter((one) => one.webinar_id === webinar.id && (one.status === 'scheduled' || one.status === 'lobby'))
    .map(({ starts_at: at }) => at)
    .filter((at) => new Date(at) > now)
    .toSorted()[0]
  const failed = unread ?? unknown
  return (
    <Block title="הודעות לנרשמים" action={isAdmin(mine) && <Link to="/crm/email/plan">לזמנים של כל ההדרכות</Link>}>
      <BlockText>
        {webinar.kind === 'on_demand'
          ? 'הזמנים והנוסחים משותפים לכל ההדרכות.'
          : 'הזמנים והנוסחים משותפים לכל ההדרכות, ואפשר לכבות כאן הודעות בהדרכה הזאת. כיבוי עוצר גם הודעות שכבר מחכות.'}
        {webinar.kind !== 'on_demand' &&
          (next
            ? ` השעות הן של המפגש הבא: ${formatLongDate(next)}, ${formatTime(next)}.`
            : ' כשייקבע מפגש, יופיעו כאן גם השעות.')}
      </BlockText>
      {failed && (!rules || !muted) && (
        <FailedToLoad insteadOf={undefined} error={failed} onRetry={() => void Promise.all([refetch(), readMuted()])} />
      )}
      {rules && muted && (
        <dl className="webinar-messages">
          {partsOf(webinar.kind).map(({ title, anchors }) => (
            <div key={title}>
              <dt>{title}</dt>
              {rules
                .filter(({ anchor }) => anchors.includes(anchor))
                .map((rule) => (
                  <dd key={rule.id}>
                    <Message
                      rule={rule}
                      webinar={webinar}
                      isMuted={muted.has(rule.key)}
                      canEdit={canEdit}
                      at={next ? plannedTime(rule, webinar, next) : null}
                      now={now}
                      onPreview={() => setPreviewed(rule)}
                    />
                  </dd>
                ))}
            </div>
          ))}
        </dl>
      )}
      <MailPreview
        rule={previewed}
        webinarTitle={webinar.title}
        canEditText={isAdmin(mine)}
        onClose={() => setPreviewed(undefined)}
      />
    </Block>
  )
}

type MessageProps = {
  rule: WebinarMessageRule
  webinar: WebinarRow
  isMuted: boolean
  canEdit: boolean
  at: Date | null
  now: Date
  onPreview: () => void
}

function Message({ rule, webinar, isMuted, canEdit, at, now, onPreview }: MessageProps) {
  const mute = useMuteMessage(webinar.id)
  const { key, name, is_active: isActive } = rule
  const when = at
    ? `${relativeText(rule)} · ${at > now ? `${formatLongDate(at)}, ${formatTime(at)}` : 'כבר עבר'}`
    : relativeText(rule)
  return (
    <>
      {requiredMessages.includes(key) ? (
        <p className="webinar-messages__required">
          {name}
          <small>{isActive ? `${when} · נשלחת תמיד` : 'כבויה בכל ההדרכות'}</small>
        </p>
      ) : (
        <Switch
          name={key}
          label={name}
          hint={isActive ? when : 'כבויה בכל ההדרכות'}
          checked={isActive && !isMuted}
          disabled={!canEdit || !isActive}
          // Preserves the focus on the switch while its change is saved.
          aria-disabled={mute.isPending}
          onChange={({ target }) =>
            !mute.isPending && mute.mutate({ rule: key, isMuted: !target.checked }, { onError: failedStep })
          }
        />
      )}
      {canEdit && (
        <Button size="sm" look="ghost" aria-label={`תצוגה: ${name}`} onClick={onPreview}>
          תצוגה
        </Button>
      )}
    </>
  )
}
