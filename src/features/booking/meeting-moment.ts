// When an appointment starts, as its messages say it: in the zone in which it was booked.
const home = 'Asia/Jerusalem'

/** "יום שישי, 20 בנובמבר 2026" and "16:05"; another zone than Israel's is named with the hour: "09:05 (שעון New York)". */
export function meetingMoment(at: Date, zone: string): { date: string; time: string } {
  const date = new Intl.DateTimeFormat('he-IL', { timeZone: zone, dateStyle: 'full' }).format(at)
  const time = new Intl.DateTimeFormat('he-IL', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at)
  if (sameClock(at, zone)) return { date, time }
  return { date, time: `${time} (שעון ${cityOf(zone)}; בישראל ${timeIn(at, home)})` }
}

const timeIn = (at: Date, zone: string) =>
  new Intl.DateTimeFormat('he-IL', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at)

/** Zones with the clock of Israel at that instant need no name. */
const sameClock = (at: Date, zone: string) => {
  const clock = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
  return zone === home || clock(zone) === clock(home)
}

const cityOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
