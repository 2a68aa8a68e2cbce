// Names and payloads of signature events. Emitted by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

/** @public A test compares them with what the database writes. */
export const events = {
  'document.signed': { label: 'נחתם מסמך', payload: z.strictObject({ file_id: z.uuid(), file_name: z.string() }) },
} as const satisfies EventDeclarations
