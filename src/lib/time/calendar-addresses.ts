// URLs that open the event form of a web calendar, prefilled by query parameters. Nothing is sent before the user opens
// such a URL.

type CalendarForm = { title: string; startsAt: string; endsAt: string; details: string; place?: string }

/** 20261125T080000Z */
const compact = (at: string) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

export function calendarAddresses({ title, startsAt, endsAt, details, place }: CalendarForm) {
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(startsAt)}/${compact(endsAt)}`,
    details,
    ...(place && { location: place }),
  })
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: startsAt,
    enddt: endsAt,
    body: details,
    ...(place && { location: place }),
  })
  return [
    { name: 'יומן Google', address: `https://calendar.google.com/calendar/render?${google.toString()}` },
    { name: 'יומן Outlook', address: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook.toString()}` },
  ]
}
