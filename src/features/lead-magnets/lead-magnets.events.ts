// Events of lead magnets: names and payloads. Written by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

const LeadMagnetOf = z.strictObject({ lead_magnet_id: z.uuid(), slug: z.string() })

/** @public A test compares them with what the database writes. */
export const events = {
  'lead.requested': { label: 'התבקש מדריך להורדה', payload: LeadMagnetOf },
  'lead.downloaded': { label: 'מדריך נפתח מהקישור שנשלח', payload: LeadMagnetOf },
} as const satisfies EventDeclarations
