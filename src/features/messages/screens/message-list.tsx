// Messages with the reason why each was sent or not: the rule, each delay, and the deciding reason.
import './message-list.css'
import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { LoggedMessage } from '../message-log.data.ts'
import {
  channelLabels,
  mailedReason,
  outcomeLabels,
  providerReason,
  purposeLabels,
  reasonSentence,
  ruleScreens,
} from '../message-reasons.ts'

type Props = { messages: readonly LoggedMessage[]; showsContact?: boolean }

export const MessageList = ({ messages, showsContact = false }: Props) => (
  <ul className="message-list">
    {messages.map((message) => (
      <li key={message.id}>
        <details className="message-list__row">
          <summary>
            <Icon of={ChevronDown} />
            <span className="message-list__title" dir="auto">
              {titleOf(message)}
            </span>
            <Badge {...lookOf(message.outcome)}>{outcomeLabels[message.outcome] ?? message.outcome}</Badge>
            <small className="message-list__about">
              {showsContact && message.full_name && `${message.full_name}, `}
              {momentOf(message)}
              {shortReason(message)}
            </small>
          </summary>
          <Why message={message} showsContact={showsContact} />
        </details>
      </li>
    ))}
  </ul>
)

const titleOf = ({ subject, rule_name: rule, context_label: context }: LoggedMessage) =>
  subject ?? rule ?? context ?? 'הודעה'

const lookOf = (outcome: string) => {
  if (['sent', 'delivered'].includes(outcome)) return { kind: 'success' as const }
  if (['bounced', 'complained', 'failed'].includes(outcome)) return { kind: 'danger' as const }
  if (['skipped', 'postponed', 'held_quiet'].includes(outcome)) return { kind: 'warning' as const }
  return { kind: 'outline' as const }
}

const at = (instant: string) => `${formatLongDate(instant)}, ${formatTime(instant)}`
const momentOf = ({ sent_at: sent, send_at: next }: LoggedMessage) => at(sent ?? next)

/** The reason is readable while the row is collapsed. */
const shortReason = ({
  skip_reason: reason,
  waits_because: wait,
  mailed_because: mailed,
  is_replaced: isReplaced,
}: LoggedMessage) =>
  [reason ?? wait, isReplaced && 'mailed_instead', mailed && mailed !== reason && 'instead_of_whatsapp']
    .flatMap((code) => (code ? [` · ${reasonSentence(code)}`] : []))
    .join('')

function Why({ message, showsContact }: { message: LoggedMessage; showsContact: boolean }) {
  const decisive = message.skip_reason ?? message.waits_because
  const screen = decisive ? ruleScreens[decisive] : undefined
  const { mailed_because: mailed, error } = message
  const meaning = error ? providerReason(error) : undefined
  return (
    <dl className="message-list__why">
      <dt>למה היא קיימת</dt>
      <dd>
        {message.rule_name ? `השורה ״${message.rule_name}״ בתוכנית ההודעות` : (message.context_label ?? 'אוטומציה')}
      </dd>
      <dt>איך ומה</dt>
      <dd>
        {channelLabels[message.channel]}, {purposeLabels[message.purpose]}
        {message.address && (
          <>
            , אל <Ltr>{message.address}</Ltr>
          </>
        )}
      </dd>
      <dt>תוכננה ל־</dt>
      <dd>{at(message.planned_at)}</dd>
      {message.waits.map((wait) => (
        <Wait key={`${wait.reason} ${wait.at}`} {...wait} />
      ))}
      {message.sent_at && <Moment name="נשלחה" instant={message.sent_at} />}
      {message.delivered_at && <Moment name="הגיעה" instant={message.delivered_at} />}
      {message.bounced_at && <Moment name="חזרה" instant={message.bounced_at} />}
      {message.skip_reason && (
        <>
          <dt>{message.status === 'canceled' ? 'למה בוטלה' : 'למה לא נשלחה'}</dt>
          <dd>{reasonSentence(message.skip_reason)}</dd>
        </>
      )}
      {mailed && mailed !== message.skip_reason && (
        <>
          <dt>למה לא בוואטסאפ</dt>
          <dd>{mailedReason(mailed)}</dd>
        </>
      )}
      {message.status === 'failed' && meaning && (
        <>
          <dt>למה לא נשלחה</dt>
          <dd>{meaning}</dd>
        </>
      )}
      {message.is_replaced && (
        <>
          <dt>מה במקומה</dt>
          <dd>דוא״ל על אותו עניין, שורה נפרדת ביומן</dd>
        </>
      )}
      {message.status === 'failed' && message.error && (
        <>
          <dt>{message.channel === 'email' ? 'תשובת שרת הדואר' : 'תשובת הספק'}</dt>
          <dd>
            <Ltr>{message.error}</Ltr>
          </dd>
        </>
      )}
      {(screen || message.contact_id) && (
        <div className="message-list__links">
          {screen && <Link to={screen.to}>לשינוי הכלל: {screen.text}</Link>}
          {message.contact_id && (
            <Link
              to={`/crm/contacts/${message.contact_id}?tab=messages&about=${message.context_type}:${message.context_id}`}
            >
              לכל ההודעות על העניין הזה
            </Link>
          )}
          {showsContact && message.contact_id && (
            <Link to={`/crm/contacts/${message.contact_id}?tab=messages`}>לאיש הקשר</Link>
          )}
        </div>
      )}
    </dl>
  )
}

const Wait = ({ reason, until }: { reason: string; until: string }) => (
  <>
    <dt>חיכתה</dt>
    <dd>
      {reasonSentence(reason)}, עד {at(until)}
    </dd>
  </>
)

const Moment = ({ name, instant }: { name: string; instant: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{at(instant)}</dd>
  </>
)
