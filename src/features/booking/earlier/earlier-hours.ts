// Contract of offers of earlier slots.
import { Instant, z } from '#lib/schema.ts'

export const EarlierWait = z.object({
  root_id: z.uuid(),
  created_at: Instant,
  seen_starts: z.array(Instant).nullable(),
  seen_until: Instant.nullable(),
})

export const EarlierOffer = z.object({
  id: z.uuid(),
  root_id: z.uuid(),
  starts_at: Instant,
  offered_at: Instant,
  held_until: Instant,
  hold_id: z.uuid().nullable(),
})
