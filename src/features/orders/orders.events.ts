// Events of orders: their names and payloads. Written by move_order.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'
import { reasons } from './order-rows.ts'

const Money = z.strictObject({ product_id: z.uuid(), amount_agorot: z.int() })

export const events = {
  'order.paid': { label: 'הזמנה שולמה', payload: Money },
  'order.failed': {
    label: 'תשלום של הזמנה נכשל',
    payload: z.strictObject({ product_id: z.uuid(), reason: z.enum(reasons) }),
  },
  'order.refunded': { label: 'הזמנה זוכתה', payload: Money },
} as const satisfies EventDeclarations
