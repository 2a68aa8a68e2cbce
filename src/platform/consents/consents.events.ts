// Consent events: names and payloads. Written by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

/** @public A test compares them with the events that the database writes. */
const Consent = z.strictObject({
  channel: z.enum(['email', 'sms', 'whatsapp', 'phone']),
  purpose: z.enum(['marketing']),
  source_type: z.string(),
})

export const events = {
  'consent.granted': { label: 'ניתנה הסכמה לדיוור', payload: Consent },
  'consent.withdrawn': { label: 'בוטלה הסכמה לדיוור', payload: Consent },
} as const satisfies EventDeclarations
