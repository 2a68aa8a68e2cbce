// One person's day: what waits for them, in the order in which it is worth doing.
import { Instant, z } from '#lib/schema.ts'

const Snooze = z.object({
  user_id: z.uuid(),
  entity: z.enum(['contact_request', 'opportunity', 'process_stage_instance', 'contact']),
  entity_id: z.uuid(),
  until: Instant,
})

export type Snooze = z.infer<typeof Snooze>

/** @public Each table with its row: a test marries them. */
export const rows = { snoozes: Snooze }
