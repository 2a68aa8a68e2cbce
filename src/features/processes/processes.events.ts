// Events of stages of a process: their names and payloads. Written by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

/** @public A test compares them with what the database writes. */
const Stage = z.strictObject({ client_process_id: z.uuid(), process_stage_id: z.uuid(), coach_id: z.uuid().optional() })

export const events = {
  'stage.opened': { label: 'נפתח שלב בתהליך', payload: Stage },
  'stage.done': { label: 'הושלם שלב בתהליך', payload: Stage },
  'stage.late': { label: 'מועד השלב עבר', payload: Stage },
} as const satisfies EventDeclarations
