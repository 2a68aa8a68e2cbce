import type { WebinarVisit } from '#features/webinars/public/public-webinars.data.ts'
import { webinarPath } from '#features/webinars/webinars.ts'
import { calendarAddresses } from '#lib/time/calendar-addresses.ts'

type Props = { visit: WebinarVisit; token: string; siteUrl: string }

/** A calendar file, and forms of Google's and Outlook's calendars that are filled in. */
export function CalendarLinks({ visit, token, siteUrl }: Props) {
  const { starts_at: startsAt, ends_at: endsAt, title, slug } = visit
  if (!startsAt || !endsAt) return null
  // Without the personal key: a calendar may be shared.
  const details = `${siteUrl}${webinarPath(slug)}`
  return (
    <p className="mailed-page__links">
      <a href={`${webinarPath(slug)}/calendar.ics?r=${token}`}>קובץ ליומן</a>
      {calendarAddresses({ title, startsAt, endsAt, details }).map(({ name, address }) => (
        <a key={name} href={address} target="_blank" rel="noreferrer">
          {name}
        </a>
      ))}
    </p>
  )
}
