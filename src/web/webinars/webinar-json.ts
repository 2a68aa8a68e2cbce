// Structured data of webinars for search engines: the events that lie ahead.
import { openSessions, type ShownWebinar } from '#features/webinars/public/public-webinars.data.ts'
import { webinarPath } from '#features/webinars/webinars.ts'

export const webinarEvent = (webinar: ShownWebinar, { siteUrl }: { siteUrl: string }): object[] =>
  openSessions(webinar).map(({ starts_at: startsAt }) => ({
    '@type': 'Event',
    name: webinar.title,
    description: webinar.subtitle || webinar.title,
    startDate: startsAt,
    endDate: new Date(Date.parse(startsAt) + webinar.duration_minutes * 60_000).toISOString(),
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    isAccessibleForFree: true,
    location: { '@type': 'VirtualLocation', url: `${siteUrl}${webinarPath(webinar.slug)}` },
    organizer: { '@id': `${siteUrl}/#organization` },
    ...(webinar.presenter && { performer: { '@type': 'Person', name: webinar.presenter } }),
  }))
