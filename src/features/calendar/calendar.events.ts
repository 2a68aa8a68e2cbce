// Events of calendar connections: names and payloads. Written by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

export const events = {
  'calendar.broken': {
    label: 'יומן מחובר הפסיק לעבוד',
    payload: z.strictObject({ reason: z.enum(['access_revoked', 'keys_changed', 'calendar_missing']) }),
  },
} as const satisfies EventDeclarations
