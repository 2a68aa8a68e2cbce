import { Day, Instant, z } from '#lib/schema.ts'

export const PlanCard = z.object({
  plan_id: z.uuid(),
  provider: z.enum(['cardcom', 'payplus']),
  is_stand_in: z.boolean(),
  last4: z.string().nullable(),
  brand: z.string().nullable(),
  expires_on: Day,
  state: z.enum(['active', 'failed', 'stopped']),
  saved_at: Instant,
  version: z.int(),
})
export type PlanCard = z.infer<typeof PlanCard>
