// Tagging events: names and payloads. Written by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

/** @public A test compares them with the events that the database writes. */
export const events = {
  'contact.tagged': {
    label: 'תגית נוספה או הוסרה',
    payload: z.strictObject({ tag_id: z.uuid(), change: z.enum(['added', 'removed']) }),
  },
} as const satisfies EventDeclarations
