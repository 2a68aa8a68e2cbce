// Events of launches: their names and payloads. Written by triggers, and by the job that moves launches.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

const InLaunch = z.strictObject({ launch_id: z.uuid(), participant_id: z.uuid() })
const OfContent = InLaunch.extend({ content_id: z.uuid() }).strict()

/** @public A test compares them with what the database writes. */
export const events = {
  'launch.joined': { label: 'הצטרפות להשקה', payload: InLaunch },
  'launch.content_available': { label: 'תוכן של השקה נפתח', payload: OfContent },
  'launch.content_completed': { label: 'תוכן של השקה הושלם', payload: OfContent },
  'launch.cart_opened': { label: 'ההרשמה בהשקה נפתחה', payload: InLaunch },
  'launch.cart_closing': { label: 'יום לסגירת ההרשמה בהשקה', payload: InLaunch },
  'launch.opted_out': { label: 'ויתור על השקה', payload: InLaunch },
} as const satisfies EventDeclarations
