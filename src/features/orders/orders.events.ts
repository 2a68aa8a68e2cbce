// Names and payloads of the events of checkouts, orders and plan charges. Emitted by move_order, triggers and jobs.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'
import { reasons } from './order-rows.ts'

const Money = z.strictObject({ product_id: z.uuid(), amount_agorot: z.int() })

export const events = {
  'checkout.started': { label: 'התחילו הזמנה באתר', payload: Money, about: 'order' },
  'checkout.abandoned': { label: 'הזמנה באתר נשארה בלי תשלום', payload: Money, about: 'order' },
  'order.paid': { label: 'הזמנה שולמה', payload: Money, about: 'order' },
  'order.failed': {
    label: 'תשלום של הזמנה נכשל',
    payload: z.strictObject({ product_id: z.uuid(), reason: z.enum(reasons) }),
    about: 'order',
  },
  'order.refunded': { label: 'הזמנה זוכתה', payload: Money, about: 'order' },
  'plan_charge.failed': {
    label: 'חיוב של תוכנית תשלומים לא אושר',
    /** `tries`: declined attempts to charge the saved card for this month, including this one. */
    payload: Money.extend({ plan_id: z.uuid(), tries: z.int() }).strict(),
    about: 'order',
  },
} as const satisfies EventDeclarations
