// Names and payloads of merge events. Emitted by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

/** @public A test compares them with what the database writes. */
export const events = {
  'contact.merged': {
    label: 'שתי רשומות אוחדו',
    payload: z.strictObject({ merge_id: z.uuid(), loser_id: z.uuid() }),
  },
} as const satisfies EventDeclarations
