// Structured data of webinars for search engines: open sessions and the available recording.
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

/** The recording of the last session while it is available. Watching requires a registration, so `url` is the webinar's page. */
export function webinarRecording(webinar: ShownWebinar, { siteUrl }: { siteUrl: string }): object[] {
  const path = webinarPath(webinar.slug)
  const ended = webinar.sessions.findLast(({ status }) => status === 'replay')?.ended_at
  if (!ended) return []
  return [
    {
      '@type': 'VideoObject',
      name: webinar.title,
      description: webinar.subtitle || webinar.title,
      uploadDate: new Date(ended).toISOString(),
      duration: `PT${webinar.duration_minutes}M`,
      thumbnailUrl: `${siteUrl}/share-image${path}`,
      url: siteUrl + path,
      isAccessibleForFree: true,
    },
  ]
}
