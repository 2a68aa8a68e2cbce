// Formats a session's time in Israel.
import { israelZone } from '#lib/time/visitor-zones.ts'

const inZone = (at: string, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('he-IL', { timeZone, ...options }).format(new Date(at))

/** יום שלישי, 25 בנובמבר, 20:30, שעון ישראל */
export const sessionTime = (at: string) =>
  `${inZone(at, israelZone, { weekday: 'long', day: 'numeric', month: 'long' })}, ${timeIn(at, israelZone)}, שעון ישראל`

const timeIn = (at: string, zone: string) => inZone(at, zone, { hour: '2-digit', minute: '2-digit' })
