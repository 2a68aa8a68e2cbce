// Events of contact requests: their names and payloads. Written by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

/** @public A test compares them with what the database writes. */
export const events = {
  'lead.captured': {
    label: 'התקבלה פנייה מהאתר',
    payload: z.strictObject({
      opportunity_id: z.uuid().optional(),
      task_id: z.uuid().optional(),
    }),
  },
} as const satisfies EventDeclarations
