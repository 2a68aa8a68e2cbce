// Newsletter subscribers of the demo: families with a marketing consent.
import { seedId } from '#lib/seed-id.ts'
import type { MailingList, Subscription } from './newsletter.ts'

/** A consent row of the demo data. */
export type SeedConsent = { contact_id: string; value_norm: string; channel: string; at: string }

const invitationsId = seedId(70, 1)

export const demoLists = (): Partial<MailingList>[] => [
  {
    id: invitationsId,
    name: 'הזמנות להדרכות וסדנאות',
    description: 'כשנפתחת הדרכה, ולא יותר מפעם בחודש',
    is_public: true,
    position: 1,
    is_demo: true,
  },
]

/** All are on the weekly list, every other one also on the invitations list. */
export const demoSubscriptions = (weeklyId: string, consents: readonly SeedConsent[]): Partial<Subscription>[] =>
  subscribersOf(consents).flatMap(({ contact_id, value_norm, at }, i) => {
    const subscription = { contact_id, email: value_norm, confirmed_at: at, is_demo: true }
    const weekly = { ...subscription, id: seedId(71, i * 2 + 1), list_id: weeklyId }
    return i % 2 === 0 ? [weekly, { ...subscription, id: seedId(71, i * 2 + 2), list_id: invitationsId }] : [weekly]
  })

/** One address per contact. */
export const subscribersOf = (consents: readonly SeedConsent[]) => consents.filter(({ channel }) => channel === 'email')
