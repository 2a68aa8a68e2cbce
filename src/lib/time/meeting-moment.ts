// Formats the start of a meeting for messages, in the recipient's time zone.
import { memoize } from '../memoize.ts'

const home = 'Asia/Jerusalem'

/**
 * Memoized, because a format is slow to create. The limit is low: a format takes many kilobytes, and mail batches have
 * few zones.
 */
const formatsOf = memoize(
  (timeZone: string) => ({
    date: new Intl.DateTimeFormat('he-IL', { timeZone, dateStyle: 'full' }),
    time: new Intl.DateTimeFormat('he-IL', { timeZone, hour: '2-digit', minute: '2-digit' }),
    clock: new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  }),
  60,
)

export type MeetingMoment = { date: string; time: string; zone: string }

/** "יום שישי, 20 בנובמבר 2026", "16:05" and "שעון ישראל"; a differing zone is shown with the time in Israel. */
export function meetingMoment(at: Date, zone: string): MeetingMoment {
  const date = formatsOf(zone).date.format(at)
  const time = timeIn(at, zone)
  return {
    date,
    time,
    zone: hasClockOfIsrael(at, zone) ? 'שעון ישראל' : `שעון ${cityOf(zone)}; בישראל ${timeIn(at, home)}`,
  }
}

const timeIn = (at: Date, zone: string) => formatsOf(zone).time.format(at)

const hasClockOfIsrael = (at: Date, zone: string) =>
  formatsOf(zone).clock.format(at) === formatsOf(home).clock.format(at)

const cityOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
