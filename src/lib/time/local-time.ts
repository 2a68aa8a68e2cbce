// The local time of a visitor abroad, shown next to Israel time.
import { israelZone, zoneText } from './visitor-zones.ts'

const inZone = (at: string, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('he-IL', { timeZone, ...options }).format(new Date(at))

/** "אצלכם: 18:30, שעון לונדון"; undefined where the local time equals Israel time. */
export function localTime(at: string, zone: string): string | undefined {
  const clock = (timeZone: string) => inZone(at, timeZone, { dateStyle: 'short', timeStyle: 'short' })
  if (clock(zone) === clock(israelZone)) return undefined
  const day = inZone(at, zone, { weekday: 'long' })
  return `אצלכם: ${day} ${inZone(at, zone, { hour: '2-digit', minute: '2-digit' })}, ${zoneText(zone)}`
}
