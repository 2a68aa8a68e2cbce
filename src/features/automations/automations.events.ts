// Events of automations: their names and payloads.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

const Automation = z.strictObject({ automation_id: z.uuid() })

/** @public A test compares them with what the database writes. */
export const events = {
  'automation.enrolled': { label: 'צירוף לאוטומציה', payload: Automation },
  'automation.left': { label: 'הוצאה מאוטומציה', payload: Automation },
  'automation.date_reached': { label: 'הגיע התאריך', payload: Automation },
  'automation.list_joined': { label: 'כניסה לרשימה', payload: Automation },
} as const satisfies EventDeclarations
