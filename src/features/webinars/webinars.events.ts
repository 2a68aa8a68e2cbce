// Events of webinars: their names and payloads. Written by triggers; heartbeats and chat write none.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

const WebinarOf = z.strictObject({
  webinar_id: z.uuid(),
  /** Missing in events of earlier releases. */
  webinar_registration_id: z.uuid().optional(),
  slug: z.string(),
  session_id: z.uuid().optional(),
  minutes: z.int(),
})

/** `bought`: whether the webinar's offer was bought since the registration. Missing in events of earlier releases. */
const Stayed = WebinarOf.extend({ bought: z.boolean().optional() }).strict()

/** @public A test compares them with the events written by the database. */
export const events = {
  'webinar.registered': { label: 'הרשמה להדרכה', payload: WebinarOf, about: 'webinar_registration' },
  'webinar.waitlisted': { label: 'הצטרפות לרשימת ההמתנה של הדרכה', payload: WebinarOf, about: 'webinar_registration' },
  'webinar.joined': { label: 'כניסה להדרכה', payload: WebinarOf, about: 'webinar_registration' },
  'webinar.left': { label: 'יציאה מוקדמת מהדרכה', payload: WebinarOf, about: 'webinar_registration' },
  'webinar.stayed': { label: 'נשארו בהדרכה עד הסוף', payload: Stayed, about: 'webinar_registration' },
  'webinar.missed': { label: 'לא הגיעו להדרכה', payload: WebinarOf, about: 'webinar_registration' },
  'webinar.replay_watched': { label: 'צפייה בהקלטה של הדרכה', payload: WebinarOf, about: 'webinar_registration' },
  'webinar.offer_clicked': { label: 'לחיצה על הצעה בהדרכה', payload: WebinarOf, about: 'webinar_registration' },
  'webinar.question_asked': { label: 'שאלה בהדרכה', payload: WebinarOf, about: 'webinar_registration' },
} as const satisfies EventDeclarations
