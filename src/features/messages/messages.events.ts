// Events of messages, sent and received: their names and payloads. Written by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

/** @public A test compares them with what the database writes. */
const Message = z.strictObject({ channel: z.string(), purpose: z.string() })

const Received = z.strictObject({ channel: z.string() })

export const events = {
  'message.received': { label: 'התקבלה הודעה', payload: Received },
  'message.bounced': { label: 'הודעה חזרה', payload: Message },
  'message.complained': { label: 'הודעה סומנה כדואר זבל', payload: Message },
} as const satisfies EventDeclarations
