// Demo campaigns: a campaign sent last Tuesday, and a draft.
import type { DemoTeam } from '#platform/accounts/accounts.seed.ts'
import { type SeedConsent, subscribersOf } from '#features/newsletter/newsletter.seed.ts'
import { dayOf, instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { seedId } from '#lib/seed-id.ts'
import { advertisementSubject, messageKey } from '#features/messages/messages.ts'
import type { Campaign } from './campaigns.ts'

const sentId = seedId(72, 1)
const subject = 'שיחת כסף של עשרים דקות'

export function demoCampaigns(team: DemoTeam, weeklyId: string, now: Date) {
  const sentAt = lastTuesday(now)
  const common = { list_ids: [weeklyId], lifecycles: [], created_by: team.owner, is_demo: true }
  return [
    {
      ...common,
      id: sentId,
      name: 'הניוזלטר: שיחת כסף',
      subject,
      preheader: 'שלוש שאלות, שעון אחד, בלי להחליט כלום',
      blocks: [
        {
          kind: 'text',
          text: 'שלום {{firstName|חברים}},\n\nרוב השיחות על כסף מתחילות כשמשהו כבר בוער. השבוע ננסה אחת שמתחילה ברוגע: עשרים דקות, שעון על השולחן, ואף החלטה.',
        },
        { kind: 'quote', text: 'מה הדבר האחד שהיינו רוצים שיהיה פשוט יותר בכסף של הבית?' },
        { kind: 'button', words: 'לתסריט המלא', to: '/blog' },
      ],
      status: 'sent',
      send_at: sentAt,
      started_at: sentAt,
      finished_at: sentAt,
      scheduled_by: team.owner,
      created_at: sentAt,
      updated_at: sentAt,
    },
    {
      ...common,
      id: seedId(72, 2),
      name: 'הניוזלטר: לפני הלוואה',
      subject: 'שלוש שאלות לפני שמאשרים הלוואה',
      preheader: 'וגם: איך נראית פגישת כסף של עשרים דקות',
      blocks: [
        {
          kind: 'text',
          text: 'שלום {{firstName|חברים}},\n\nלפני שמאשרים הלוואה חדשה כדאי לענות על שלוש שאלות: כמה היא תעלה עד הסוף? מה יקרה אם ההכנסה תרד לחודשיים? ומה היינו עושים אילו ההצעה לא הייתה מגיעה?',
        },
        { kind: 'button', words: 'להמשך קריאה', to: '/blog' },
      ],
      status: 'draft',
      send_at: null,
      started_at: null,
      finished_at: null,
      scheduled_by: null,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    },
  ] satisfies Partial<Campaign>[]
}

export const demoRecipients = (consents: readonly SeedConsent[]) =>
  subscribersOf(consents).map(({ contact_id, value_norm }) => ({ campaign_id: sentId, contact_id, email: value_norm }))

export const demoScheduledMessages = (consents: readonly SeedConsent[], now: Date) =>
  subscribersOf(consents).map(({ contact_id }, i) => ({
    id: seedId(73, i + 1),
    idempotency_key: messageKey('marketing', 'campaign', sentId, '0', contact_id),
    contact_id,
    purpose: 'marketing',
    context_type: 'campaign',
    context_id: sentId,
    planned_at: lastTuesday(now),
    send_at: lastTuesday(now),
    status: 'sent',
    created_at: lastTuesday(now),
    is_demo: true,
  }))

export const demoMessages = (consents: readonly SeedConsent[], now: Date) =>
  subscribersOf(consents).map(({ contact_id, value_norm }, i) => ({
    id: seedId(74, i + 1),
    scheduled_id: seedId(73, i + 1),
    contact_id,
    purpose: 'marketing',
    to_value: value_norm,
    subject: advertisementSubject(subject),
    body_hash: 'demo',
    created_at: lastTuesday(now),
    sent_at: lastTuesday(now),
    is_demo: true,
  }))

/** Ten in the morning of last Tuesday, so that it does not count towards the current day's frequency caps. */
function lastTuesday(now: Date): string {
  let day = addDays(dayOf(now), -2)
  while (new Date(day).getUTCDay() !== 2) day = addDays(day, -1)
  return instantAt(day, '10:00').toISOString()
}
