// Names and payloads of launch events. Emitted by triggers and by the job that moves launches.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

const InLaunch = z.strictObject({ launch_id: z.uuid(), launch_participant_id: z.uuid() })
const about = 'launch_participant'
const OfContent = InLaunch.extend({ content_id: z.uuid() }).strict()

/** @public A test compares them with what the database writes. */
export const events = {
  'launch.joined': { label: 'הצטרפות להשקה', payload: InLaunch, about },
  'launch.content_available': { label: 'תוכן של השקה נפתח', payload: OfContent, about },
  'launch.content_completed': { label: 'תוכן של השקה הושלם', payload: OfContent, about },
  'launch.cart_opened': { label: 'ההרשמה בהשקה נפתחה', payload: InLaunch, about },
  'launch.cart_closing': { label: 'יום לסגירת ההרשמה בהשקה', payload: InLaunch, about },
  'launch.opted_out': { label: 'ויתור על השקה', payload: InLaunch, about },
} as const satisfies EventDeclarations
