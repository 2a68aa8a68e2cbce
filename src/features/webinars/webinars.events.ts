// Events of webinars: their names and payloads. Written by triggers; heartbeats and chat write none.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

const WebinarOf = z.strictObject({
  webinar_id: z.uuid(),
  slug: z.string(),
  session_id: z.uuid().optional(),
  minutes: z.int(),
})

/** @public A test compares them with what the database writes. */
export const events = {
  'webinar.registered': { label: 'הרשמה להדרכה', payload: WebinarOf },
  'webinar.waitlisted': { label: 'הצטרפות לרשימת ההמתנה של הדרכה', payload: WebinarOf },
  'webinar.joined': { label: 'כניסה להדרכה', payload: WebinarOf },
  'webinar.left': { label: 'יציאה מוקדמת מהדרכה', payload: WebinarOf },
  'webinar.stayed': { label: 'נשארו בהדרכה עד הסוף', payload: WebinarOf },
  'webinar.missed': { label: 'לא הגיעו להדרכה', payload: WebinarOf },
  'webinar.replay_watched': { label: 'צפייה בהקלטה של הדרכה', payload: WebinarOf },
  'webinar.offer_clicked': { label: 'לחיצה על הצעה בהדרכה', payload: WebinarOf },
  'webinar.question_asked': { label: 'שאלה בהדרכה', payload: WebinarOf },
} as const satisfies EventDeclarations
