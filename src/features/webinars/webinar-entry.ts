// The calendar entry of a registration, for mails and for the page.
import type { CalendarEntry } from '#lib/time/calendar-file.ts'
import { webinarPath } from './webinars.ts'

type Parts = {
  registrationId: string
  sequence: number
  slug: string
  title: string
  /** ISO instants. */
  startsAt: string
  endsAt: string
  isCancelled: boolean
  /** The personal link, with the token. */
  link: string
  siteUrl: string
}

/** The UID identifies the registration: registrations for two sessions are two entries, and a moved registration remains one. */
export const webinarEntry = ({ registrationId, slug, link, siteUrl, ...entry }: Parts): CalendarEntry => ({
  ...entry,
  uid: `webinar-${registrationId}@${new URL(siteUrl).hostname}`,
  description: entry.isCancelled ? '' : `לעמוד הצפייה: ${link}`,
  place: '',
  url: `${siteUrl}${webinarPath(slug)}`,
  changedAt: new Date().toISOString(),
  isTentative: false,
})
