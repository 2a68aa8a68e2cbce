// Contract of the Today screen: one user's pending items, in order of urgency.
import { Instant, z } from '#lib/schema.ts'

const Snooze = z.object({
  user_id: z.uuid(),
  entity: z.enum(['contact_request', 'opportunity', 'process_stage_instance', 'contact']),
  entity_id: z.uuid(),
  until: Instant,
})

export type Snooze = z.infer<typeof Snooze>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { snoozes: Snooze }
