import type { WebinarVisit } from '#features/webinars/public/public-webinars.data.ts'
import { webinarPath } from '#features/webinars/webinars.ts'
import { calendarAddresses } from '#lib/time/calendar-addresses.ts'

type Props = { visit: WebinarVisit; token: string; siteUrl: string }

/** Links to a calendar file, and to prefilled events of Google's and Outlook's calendars. */
export function CalendarLinks({ visit, token, siteUrl }: Props) {
  const { starts_at: startsAt, ends_at: endsAt, title, slug } = visit
  if (!startsAt || !endsAt) return null
  // The link omits the personal token, because a calendar may be shared.
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
