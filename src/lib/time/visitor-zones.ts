// Time zones offered to a visitor. The full IANA list has hundreds of zones without a Hebrew name.
import { isTimeZone } from './zoned-time.ts'

export const israelZone = 'Asia/Jerusalem'

const names: Readonly<Record<string, string>> = {
  [israelZone]: 'ישראל',
  'Europe/London': 'לונדון',
  'Europe/Paris': 'פריז',
  'Europe/Berlin': 'ברלין',
  'Europe/Athens': 'אתונה',
  'Europe/Moscow': 'מוסקבה',
  'Asia/Tbilisi': 'טביליסי',
  'Asia/Dubai': 'דובאי',
  'Asia/Kolkata': 'הודו',
  'Asia/Bangkok': 'בנגקוק',
  'Asia/Hong_Kong': 'הונג קונג',
  'Asia/Tokyo': 'טוקיו',
  'Australia/Sydney': 'סידני',
  'Africa/Johannesburg': 'יוהנסבורג',
  'America/Sao_Paulo': 'סאו פאולו',
  'America/Argentina/Buenos_Aires': 'בואנוס איירס',
  'America/New_York': 'ניו יורק',
  'America/Toronto': 'טורונטו',
  'America/Chicago': 'שיקגו',
  'America/Denver': 'דנוור',
  'America/Los_Angeles': 'לוס אנג׳לס',
}

/** The Hebrew name, or the city of the IANA name. */
export const zoneName = (zone: string) => names[zone] ?? zone.split('/').at(-1)!.replaceAll('_', ' ')

/** שעון ישראל */
export const zoneText = (zone: string) => `שעון ${zoneName(zone)}`

/** The offered zones, plus the given ones that are not among them. */
export const zonesWith = (...zones: string[]): string[] => [...new Set([...zones, ...Object.keys(names)])]

/** Parses a zone from a URL; Israel if it is unknown. */
export const knownZone = (zone: string | undefined) => (zone && isTimeZone(zone) ? zone : israelZone)
