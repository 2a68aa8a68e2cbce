// Checks before sending. Problems block sending; hints do not.
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { type QuietHours, quietUntil } from '#features/messages/messages.ts'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { checkMail } from '#platform/message-content/check-content.ts'
import { hasLink } from '#platform/message-content/rich-text.ts'
import { type CampaignDraft, maxMessageBytes } from './campaigns.ts'

export type Check = { kind: 'problem' | 'hint'; text: string }

type CheckContext = {
  /** Current audience size; undefined while loading. */
  people: number | undefined
  /** Size of the HTML; undefined until it is rendered. */
  bytes: number | undefined
  business: Pick<PublicBusinessProfile, 'legal_name' | 'address' | 'phone' | 'email'> | undefined
  hours: QuietHours | undefined
  /** The merge fields that a text may use. */
  fields: readonly MergeField[]
  now: Date
}

export function checksOf(draft: CampaignDraft, circumstances: CheckContext): Check[] {
  return [...problemsOf(draft, circumstances), ...hintsOf(draft, circumstances)]
}

function problemsOf(draft: CampaignDraft, { people, bytes, business, fields }: CheckContext): Check[] {
  const { subject, preheader, blocks, list_ids, lifecycles, segments } = draft
  const problem = (text: string): Check => ({ kind: 'problem', text })
  return [
    ...checkMail({ subject, preheader, blocks }, fields).map(({ place, text }) => problem(`${text} ${place}`)),
    ...(list_ids.length + lifecycles.length + segments.length > 0 ? [] : [problem('עוד לא נבחר למי לשלוח')]),
    ...(people === 0 ? [problem('אין בקהל הזה אף אחד שאפשר לכתוב אליו')] : []),
    ...(business && (!business.legal_name || !business.address || !(business.phone ?? business.email))
      ? [problem('החוק דורש שם, כתובת ודרך קשר של המפרסם. השלימו אותם בהגדרות העסק')]
      : []),
    ...(bytes !== undefined && bytes > maxMessageBytes
      ? [problem('ההודעה גדולה מ־100 ק״ב, ותוכנות דואר יחתכו אותה. אפשר לקצר ולקשר להמשך באתר')]
      : []),
  ]
}

function hintsOf({ subject, preheader, blocks }: CampaignDraft, { hours, now }: CheckContext): Check[] {
  const hint = (text: string): Check => ({ kind: 'hint', text })
  const leads = blocks.some((block) => 'to' in block || (block.kind === 'text' && hasLink(block.text)))
  const quiet = hours && quietUntil(now, hours)
  return [
    ...(subject.length > 50 ? [hint('הנושא ארוך, ובטלפון יראו רק את תחילתו')] : []),
    ...(/[!]{2,}|(?:^|\s)(?:חינם|דחוף|מבצע)(?:\s|$)/.test(subject)
      ? [hint('מילים כמו ״חינם״ ו״דחוף״ וסימני קריאה מרובים מובילים לתיקיית הספאם')]
      : []),
    ...(preheader.trim() ? [] : [hint('בלי שורת תצוגה, תיבת הדואר תציג את תחילת הטקסט')]),
    ...(leads || blocks.length === 0 ? [] : [hint('אין בהודעה קישור או כפתור. כדאי להציע צעד אחד')]),
    ...(quiet
      ? [hint(`עכשיו שעות שקט. הודעה שתצא עכשיו תישלח מ${formatLongDate(quiet)}, בשעה ${formatTime(quiet)}`)]
      : []),
  ]
}
