import type { Outcome } from '#features/campaigns/campaigns.data.ts'
import { type CampaignStatus, reasonLabel } from '#features/campaigns/campaigns.ts'
import { MailNotice } from '#platform/mail-status/mail-notice.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { outcomeLabels, finalOutcomes, postponedText } from './recipient-outcomes.ts'

/** Delivery counts by outcome, and progress while sending. */
export function DeliveryCounts({ outcomes, status }: { outcomes: readonly Outcome[]; status: CampaignStatus }) {
  const inside = outcomes.filter(({ outcome }) => outcome !== 'excluded')
  const total = sum(inside)
  const done = sum(inside.filter(({ outcome }) => finalOutcomes.includes(outcome)))
  const byOutcome = Object.entries(outcomeLabels).flatMap(([outcome, label]) => {
    const those = outcomes.filter((row) => row.outcome === outcome)
    return those.length > 0 ? [{ outcome, label, those }] : []
  })
  return (
    <section className="campaign__numbers" aria-label="מה קרה עם ההודעות">
      {(status === 'sending' || status === 'paused') && (
        <div className="campaign__progress">
          <progress value={done} max={Math.max(total, 1)} aria-label="התקדמות השליחה" />
          <span>
            <Ltr>{done.toLocaleString('he-IL')}</Ltr> מתוך <Ltr>{total.toLocaleString('he-IL')}</Ltr>
          </span>
        </div>
      )}
      <dl>
        {byOutcome.map(({ outcome, label, those }) => (
          <div key={outcome} data-outcome={outcome}>
            <dt>{label}</dt>
            <dd>{sum(those).toLocaleString('he-IL')}</dd>
            {those.some(({ reason }) => reason) && (
              <dd className="campaign__why">{those.map(outcomeText).join(' · ')}</dd>
            )}
          </div>
        ))}
      </dl>
      {status === 'sending' && outcomes.some(({ outcome }) => outcome === 'sending') && <MailNotice />}
    </section>
  )
}

const outcomeText = ({ reason, people, waits_until }: Outcome) =>
  `${people.toLocaleString('he-IL')} ${reasonLabel(reason ?? '')}${waits_until ? `, ${postponedText(waits_until)}` : ''}`

const sum = (rows: readonly Outcome[]) => rows.reduce((all, { people }) => all + people, 0)
