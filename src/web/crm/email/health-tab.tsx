// Health of the sender: problems with their solutions, then the counts, each linking to its messages.
import './health-tab.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { webhookChannel } from '#features/automations/automations.ts'
import { useAutomationErrors } from '#features/automations/figures.data.ts'
import { useMessageHealth } from '#features/messages/health.data.ts'
import { bounceRate, findProblems } from '#features/messages/health.ts'
import { reasonSentence } from '#features/messages/message-reasons.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { useMailFailures, useMailStatus } from '#platform/mail-status/mail-status.data.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Loading } from '#ui/states/spinner.tsx'

export function Component() {
  useScreenTitle('תקינות השליחה')
  const [messages, automations, status, outbox] = [
    useMessageHealth(),
    useAutomationErrors(),
    useMailStatus(),
    useMailFailures(),
  ]
  const all = [messages, automations, status, outbox]
  if (!messages.data || !automations.data || !status.data || !outbox.data) {
    const failed = all.find(({ error }) => error)
    if (!failed) return <Loading page size="lg" />
    const retry = () => all.forEach((one) => void one.refetch())
    return <FailedToLoad insteadOf={undefined} error={failed.error} onRetry={retry} />
  }
  const { health, reasons } = messages.data
  const { steps, paused } = automations.data
  const webhooks = outbox.data.channels?.find(({ channel }) => channel === webhookChannel)
  const now = new Date(messages.dataUpdatedAt)
  const problems = findProblems({
    now,
    isMailConfigured: status.data.isConfigured,
    outbox: { ...outbox.data, lastError: outbox.data.failures[0]?.error },
    webhooks,
    due: health.due,
    oldestDueAt: health.oldest_due_at,
    sent: health.sent,
    bounced: health.bounced,
    complained: health.complained,
    since: health.since,
    paused: paused.map(({ id, name, paused_because: because }) => ({ id, name, because })),
  })
  const percent = new Intl.NumberFormat('he', { style: 'percent', maximumFractionDigits: 1 })
  const weekUrl = (query: string) => `/crm/email/messages?${query}&since=${encodeURIComponent(health.since)}`
  const counted = (isWaiting: boolean) => reasons.filter((one) => one.is_waiting === isWaiting && one.reason)
  return (
    <div className="email-health">
      <section className="email-part" aria-labelledby="problems">
        <h2 id="problems">{problems.length > 0 ? 'מה צריך תיקון' : 'הכול תקין'}</h2>
        {problems.length === 0 && <p className="email-note">הודעות יוצאות בזמן, ואין תקלה שמחכה לתיקון.</p>}
        <ul className="email-health__faults">
          {problems.map(({ key, title, text, to, link }) => (
            <li key={key}>
              <strong>{title}</strong>
              <p>{text}</p>
              {to && <Link to={to}>{link}</Link>}
            </li>
          ))}
        </ul>
      </section>
      <Rows title="בתור עכשיו">
        <Row name="הודעות שהגיע זמנן" to="/crm/email/messages?outcome=late" value={health.due}>
          {health.oldest_due_at && `הוותיקה מאז ${relativeTime(health.oldest_due_at, now)}`}
        </Row>
        <Row name="הודעות של דיוורים שיוצאים או מושהים" to="/crm/email" value={health.of_campaigns} />
        <Row name="דואר שמחכה לשרת הדואר" to="/crm/settings?tab=messages" value={outbox.data.waiting}>
          {outbox.data.oldestAt && `הוותיק מאז ${relativeTime(outbox.data.oldestAt, now)}`}
        </Row>
        <Row name="עדכונים למערכות אחרות" to="/crm/automations" value={webhooks?.waiting ?? 0}>
          {webhooks && `הוותיק מאז ${relativeTime(webhooks.oldestAt, now)}`}
        </Row>
      </Rows>
      <Rows title="בשבעת הימים האחרונים">
        <Row name="נשלחו" to={weekUrl('outcome=sent')} value={health.sent} />
        <Row name="חזרו" to={weekUrl('outcome=bounced')} value={health.bounced}>
          {percent.format(bounceRate(health))} מהנשלחות
        </Row>
        <Row name="סומנו כדואר זבל" to={weekUrl('outcome=complained')} value={health.complained} />
        <Row name="שרת הדואר סירב" to={weekUrl('outcome=failed')} value={health.failed} />
      </Rows>
      <Rows title="מחכות, ולמה" empty="אין הודעה שמחכה לשעה אחרת.">
        {counted(true).map(({ reason, messages: value, next_at: next }) => (
          <Row key={reason} name={reasonSentence(reason!)} to={logOf(reason!)} value={value}>
            {next && `הקרובה ${relativeTime(next, now)}`}
          </Row>
        ))}
      </Rows>
      <Rows title="לא נשלחו השבוע, ולמה" empty="כל הודעה שהגיע זמנה נשלחה.">
        {counted(false).map(({ reason, messages: value }) => (
          <Row key={reason} name={reasonSentence(reason!)} to={weekUrl(`reason=${reason}`)} value={value} />
        ))}
      </Rows>
      <Rows title="צעדים שנכשלו השבוע" empty="אין צעד של אוטומציה או רצף שנכשל.">
        {steps.map(({ automation_id: id, name, step_id: step, failures, last_error: error }) => (
          <Row
            key={`${id} ${step}`}
            name={name}
            to={`/crm/automations/${id}/runs?status=failed&step=${step}&since=${encodeURIComponent(health.since)}`}
            value={failures}
          >
            <bdi dir="auto">{error ?? step}</bdi>
          </Row>
        ))}
      </Rows>
    </div>
  )
}

const logOf = (reason: string) => `/crm/email/messages?reason=${reason}`

function Rows({ title, empty, children }: { title: string; empty?: string; children: ReactNode }) {
  const isEmpty = Array.isArray(children) && children.length === 0
  return (
    <section className="email-part" aria-label={title}>
      <h2>{title}</h2>
      {isEmpty ? <p className="email-note">{empty}</p> : <ul className="email-health__rows">{children}</ul>}
    </section>
  )
}

const Row = (row: { name: string; to: string; value: number; children?: ReactNode }) => (
  <li>
    <Link to={row.to}>{row.name}</Link>
    <strong>{row.value.toLocaleString('he')}</strong>
    {row.children && <small>{row.children}</small>}
  </li>
)
