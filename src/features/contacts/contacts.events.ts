// Names and payloads of contact events. Emitted by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'
import { lifecycles } from './contacts.ts'

/** @public A test compares them with what the database writes. */
export const events = {
  'contact.created': {
    label: 'נוסף איש קשר',
    payload: z.strictObject({ lifecycle: z.enum(lifecycles) }),
  },
  'contact.updated': {
    label: 'פרטי איש קשר השתנו',
    payload: z.strictObject({
      fields: z.array(z.string()).min(1),
      lifecycle: z.enum(lifecycles).optional(),
      from_lifecycle: z.enum(lifecycles).optional(),
      owner_id: z.uuid().optional(),
      from_owner_id: z.uuid().optional(),
    }),
  },
} as const satisfies EventDeclarations
