// Names and payloads of opportunity events. Emitted by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

/** @public A test compares them with what the database writes. */
const Move = z.strictObject({
  pipeline_id: z.uuid(),
  stage_id: z.uuid(),
  from_stage_id: z.uuid().optional(),
  product_id: z.uuid().optional(),
  owner_id: z.uuid().optional(),
  amount_agorot: z.int(),
  lost_reason_id: z.uuid().optional(),
})

export const events = {
  'opportunity.created': { label: 'נפתחה הזדמנות', payload: Move },
  'opportunity.stage_changed': { label: 'הזדמנות עברה שלב', payload: Move },
  'opportunity.won': { label: 'הזדמנות נסגרה בהצלחה', payload: Move },
  'opportunity.lost': { label: 'הזדמנות לא הבשילה', payload: Move },
  'opportunity.reopened': { label: 'הזדמנות נפתחה מחדש', payload: Move },
  'opportunity.rotting': {
    label: 'הזדמנות עומדת במקום',
    payload: z.strictObject({
      pipeline_id: z.uuid(),
      stage_id: z.uuid(),
      owner_id: z.uuid().optional(),
      days: z.int(),
    }),
  },
} as const satisfies EventDeclarations
