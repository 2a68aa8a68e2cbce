// Formats the start of a meeting for messages, in the recipient's time zone.
const home = 'Asia/Jerusalem'

export type MeetingMoment = { date: string; time: string; zone: string }

/** "יום שישי, 20 בנובמבר 2026", "16:05" and "שעון ישראל"; a differing zone is shown with the time in Israel. */
export function meetingMoment(at: Date, zone: string): MeetingMoment {
  const date = new Intl.DateTimeFormat('he-IL', { timeZone: zone, dateStyle: 'full' }).format(at)
  const time = timeIn(at, zone)
  return {
    date,
    time,
    zone: hasClockOfIsrael(at, zone) ? 'שעון ישראל' : `שעון ${cityOf(zone)}; בישראל ${timeIn(at, home)}`,
  }
}

const timeIn = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('he-IL', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)

function hasClockOfIsrael(at: Date, zone: string): boolean {
  const clock = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
  return clock(zone) === clock(home)
}

const cityOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
