import { calendarAddresses } from '#lib/time/calendar-addresses.ts'
import { aboutLink, type AttendeeRole } from '../booking-labels.ts'

type Props = { title: string; host: string; start: number; minutes: number; place: string; role?: AttendeeRole }

/** Prefilled Google and Outlook calendar links. Without the manage token: a calendar may be shared. */
export function WebCalendars({ title, host, start, minutes, place, role = 'main' }: Props) {
  const forms = calendarAddresses({
    title: `${title} עם ${host}`,
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(start + minutes * 60_000).toISOString(),
    details: `${aboutLink(role)}: בקישור שבאישור שנשלח בדוא״ל`,
    place,
  })
  return (
    <p>
      אפשר גם להוסיף ישירות:{' '}
      {forms.map(({ name, address }, i) => (
        <span key={name}>
          {i > 0 && ' · '}
          <a href={address} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        </span>
      ))}
    </p>
  )
}
