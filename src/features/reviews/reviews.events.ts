// Events of reviews: their names and payloads. Written by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

/** @public A test compares them with what the database writes. */
export const events = {
  'review.submitted': {
    label: 'התקבלה המלצה',
    payload: z.strictObject({ rating: z.int().optional(), source: z.string() }),
  },
} as const satisfies EventDeclarations
