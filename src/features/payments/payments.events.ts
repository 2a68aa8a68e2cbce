// Names and payloads of the events of manually recorded payments. Emitted by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

/** @public A test compares them with what the database writes. */
const Payment = z.strictObject({ charge_id: z.uuid().optional(), amount_agorot: z.int(), method: z.string() })

export const events = {
  'payment.received': { label: 'התקבל תשלום', payload: Payment },
  'payment.refunded': { label: 'נרשם החזר', payload: Payment },
} as const satisfies EventDeclarations
