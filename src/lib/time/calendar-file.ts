// Builds iCalendar files (RFC 5545). All changes of an entry share one UID, so that a calendar updates the entry.

export type CalendarEntry = {
  /** The same for all changes of an entry. */
  uid: string
  /** SEQUENCE: increases with each change. */
  sequence: number
  title: string
  description: string
  place: string
  url: string | null
  /** ISO instants. */
  startsAt: string
  endsAt: string
  changedAt: string
  isCancelled: boolean
  /** Whether the entry is not approved yet. */
  isTentative: boolean
}

/** One file for several entries: either all are cancelled or none, because METHOD applies to the file. */
export function calendarFile(...entries: readonly CalendarEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Own server//Calendar//HE',
    'CALSCALE:GREGORIAN',
    `METHOD:${methodOf(entries)}`,
    ...entries.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.flatMap((line) => (line ? [folded(line), '\r\n'] : [])).join('')
}

/** The file as an attachment of a mail. The method in its content type lets a mail client offer to add it to the calendar. */
export const calendarAttachment = (filename: string, ...entries: readonly CalendarEntry[]) => ({
  filename,
  contentType: `text/calendar; charset=utf-8; method=${methodOf(entries)}`,
  content: calendarFile(...entries),
})

const methodOf = ([entry]: readonly CalendarEntry[]) => (entry?.isCancelled ? 'CANCEL' : 'PUBLISH')

const eventLines = (entry: CalendarEntry) => [
  'BEGIN:VEVENT',
  `UID:${entry.uid}`,
  `SEQUENCE:${entry.sequence}`,
  `DTSTAMP:${utc(entry.changedAt)}`,
  `DTSTART:${utc(entry.startsAt)}`,
  `DTEND:${utc(entry.endsAt)}`,
  `SUMMARY:${escapeText(entry.title)}`,
  entry.description && `DESCRIPTION:${escapeText(entry.description)}`,
  entry.place && `LOCATION:${escapeText(entry.place)}`,
  entry.url && `URL:${entry.url}`,
  `STATUS:${entry.isCancelled ? 'CANCELLED' : entry.isTentative ? 'TENTATIVE' : 'CONFIRMED'}`,
  'END:VEVENT',
]

/** 20261129T080000Z */
const utc = (at: string) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`)

const maxBytes = 75
const encoder = new TextEncoder()

/** Folds a line at 75 bytes; continuation lines begin with a space. Does not split a character. */
function folded(line: string): string {
  let [out, bytes] = ['', 0]
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (bytes + size > maxBytes) {
      out += '\r\n '
      bytes = 1
    }
    out += letter
    bytes += size
  }
  return out
}
