// How a session's time is written: in Israel, and where the visitor is.
import { israel, zoneText } from '#lib/time/visitor-zones.ts'

const inZone = (at: string, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('he-IL', { timeZone, ...options }).format(new Date(at))

/** יום שלישי, 25 בנובמבר, 20:30, שעון ישראל */
export const sessionTime = (at: string) =>
  `${inZone(at, israel, { weekday: 'long', day: 'numeric', month: 'long' })}, ${timeIn(at, israel)}, שעון ישראל`

const timeIn = (at: string, zone: string) => inZone(at, zone, { hour: '2-digit', minute: '2-digit' })

/** "אצלכם: 18:30, שעון לונדון"; undefined where the clock is Israel's. */
export function localTime(at: string, zone: string): string | undefined {
  const clock = (timeZone: string) => inZone(at, timeZone, { dateStyle: 'short', timeStyle: 'short' })
  if (clock(zone) === clock(israel)) return undefined
  const day = inZone(at, zone, { weekday: 'long' })
  return `אצלכם: ${day} ${timeIn(at, zone)}, ${zoneText(zone)}`
}
