// Readers of the demo: those of its families who agreed.
import { seedId } from '#lib/seed-id.ts'
import type { MailingList, Subscription } from './newsletter.ts'

/** Whoever agreed to be written to, as the ledger has it. */
export type Agreed = { contact_id: string; value_norm: string; channel: string; at: string }

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

/** All of them read the weekly list, every other one is invited too. */
export const demoSubscriptions = (weeklyId: string, consents: readonly Agreed[]): Partial<Subscription>[] =>
  readersOf(consents).flatMap(({ contact_id, value_norm, at }, i) => {
    const reader = { contact_id, email: value_norm, confirmed_at: at, is_demo: true }
    const weekly = { ...reader, id: seedId(71, i * 2 + 1), list_id: weeklyId }
    return i % 2 === 0 ? [weekly, { ...reader, id: seedId(71, i * 2 + 2), list_id: invitationsId }] : [weekly]
  })

/** One address each. */
export const readersOf = (consents: readonly Agreed[]) => consents.filter(({ channel }) => channel === 'email')
