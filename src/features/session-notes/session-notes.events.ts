// Names and payloads of session note events. Emitted by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

/** @public A test compares them with what the database writes. */
export const events = {
  'summary.shared': {
    label: 'שותף סיכום פגישה',
    payload: z.strictObject({ title: z.string(), held_on: z.iso.date() }),
  },
} as const satisfies EventDeclarations
