// A scheduled or sent campaign: progress, available actions, outcome per recipient.
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { type Outcome, useOutcomes } from '#features/campaigns/campaigns.data.ts'
import type { Campaign } from '#features/campaigns/campaigns.ts'
import { useRecentReasons } from '#features/newsletter/newsletter.data.ts'
import { unsubscribeReasons } from '#features/newsletter/newsletter.ts'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { Count } from '#ui/badge.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { CampaignBadge } from '../../../features/campaigns/campaign-badge.tsx'
import { CampaignActions } from '#features/campaigns/screens/campaign-actions.tsx'
import { useMergeFields } from '#features/message-templates/message-templates.data.ts'
import { MessagePreview } from '../message-preview/message-preview.tsx'
import { CampaignResults } from '#features/campaigns/screens/campaign-results.tsx'
import { DeliveryCounts } from '#features/campaigns/screens/delivery-counts.tsx'
import { CampaignRecipients } from '#features/campaigns/screens/campaign-recipients.tsx'

export function CampaignReport({ campaign }: { campaign: Campaign }) {
  const { id, name, status } = campaign
  const { data: outcomes } = useOutcomes(id, status === 'sending' || status === 'paused')
  const maySeePeople = isAdmin(useOwnRoles())
  const fields = useMergeFields()
  return (
    <div className="view campaign">
      <div className="view__head">
        <Link to="/crm/email" className="btn btn--ghost btn--icon btn--sm" aria-label="לכל הדיוורים">
          <Icon of={ArrowRight} />
        </Link>
        <h1 className="truncate">
          <bdi>{name}</bdi>
        </h1>
        <CampaignBadge status={status} />
        <div className="view__end">
          <CampaignActions campaign={campaign} />
        </div>
      </div>
      <output className="email-note">{stateText(campaign, outcomes)}</output>
      {outcomes && outcomes.length > 0 && <DeliveryCounts outcomes={outcomes} status={status} />}
      {maySeePeople && campaign.started_at !== null && <CampaignResults campaignId={id} />}
      <UnsubscribeReasons campaignId={id} />
      {maySeePeople && outcomes && outcomes.length > 0 && <CampaignRecipients campaignId={id} outcomes={outcomes} />}
      {fields && <MessagePreview content={campaign} purpose="marketing" fields={fields} />}
    </div>
  )
}

const at = (instant: string) => `ב${formatLongDate(instant)}, בשעה ${formatTime(instant)}`

function stateText({ status, send_at, held_until, finished_at }: Campaign, outcomes: readonly Outcome[] = []): string {
  switch (status) {
    case 'scheduled':
      return `ההודעה תישלח ${at(send_at!)}. עד אז אפשר להחזיר אותה לטיוטה ולערוך.`
    case 'sending':
      if (held_until) return `עכשיו שעות שקט. השליחה תמשיך מעצמה ${at(held_until)}.`
      return isOnlyWaiting(outcomes)
        ? 'מה שאפשר לשלוח עכשיו נשלח. מי שכבר קיבלו מספיק דיוור יקבלו ביום אחר, מעצמו. אפשר לסגור את העמוד.'
        : 'ההודעות יוצאות עכשיו, קבוצה אחרי קבוצה. אפשר לסגור את העמוד, והשליחה תמשיך.'
    case 'paused':
      return 'השליחה מושהית. הודעות שכבר נמסרו לדואר עוד עשויות להגיע, וההמשך יגיע רק למי שעוד לא קיבלו.'
    case 'sent':
      return finished_at ? `השליחה הסתיימה ${at(finished_at)}.` : 'השליחה הסתיימה.'
    default:
      return finished_at ? `השליחה נעצרה ${at(finished_at)}. מי שעוד לא קיבלו לא יקבלו.` : 'הדיוור בוטל.'
  }
}

/** Sending has finished, except for postponed recipients. */
const isOnlyWaiting = (outcomes: readonly Outcome[]) =>
  outcomes.some(({ outcome }) => outcome === 'postponed') &&
  outcomes.every(({ outcome }) => !['scheduled', 'sending', 'held_quiet'].includes(outcome))

function UnsubscribeReasons({ campaignId }: { campaignId: string }) {
  const { data: reasons = [] } = useRecentReasons(campaignId)
  if (reasons.length === 0) return null
  return (
    <p className="email-reasons">
      <b>הסירו את עצמם בעקבותיה:</b>
      {[...Map.groupBy(reasons, ({ reason }) => reason)].map(([reason, all]) => (
        <span key={reason}>
          {unsubscribeReasons[reason]} <Count>{all.length}</Count>
        </span>
      ))}
    </p>
  )
}
