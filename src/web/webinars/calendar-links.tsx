import type { WebinarVisit } from '#features/webinars/public/public-webinars.data.ts'
import { webinarPath } from '#features/webinars/webinars.ts'

type Props = { visit: WebinarVisit; token: string; siteUrl: string }

const compact = (at: string) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** A calendar file, and forms of Google's and Outlook's calendars that are filled in. */
export function CalendarLinks({ visit, token, siteUrl }: Props) {
  const { starts_at: from, ends_at: until, title, slug } = visit
  if (!from || !until) return null
  // Without the personal key: a calendar may be shared.
  const details = `${siteUrl}${webinarPath(slug)}`
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(from)}/${compact(until)}`,
    details,
  })
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: from,
    enddt: until,
    body: details,
  })
  return (
    <p className="mailed-page__links">
      <a href={`${webinarPath(slug)}/calendar.ics?r=${token}`}>קובץ ליומן</a>
      <a href={`https://calendar.google.com/calendar/render?${google.toString()}`} target="_blank" rel="noreferrer">
        יומן Google
      </a>
      <a
        href={`https://outlook.live.com/calendar/0/deeplink/compose?${outlook.toString()}`}
        target="_blank"
        rel="noreferrer"
      >
        יומן Outlook
      </a>
    </p>
  )
}
