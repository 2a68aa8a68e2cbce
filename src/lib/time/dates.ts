// Dates and times in Israel. Instants are ISO strings or Dates; a day is 'YYYY-MM-DD'.
import { daysBetween } from './day-arithmetic.ts'
import { count } from '../hebrew/count.ts'
import { memoize } from '../memoize.ts'

const timeZone = 'Asia/Jerusalem'
const inHebrew = (options: Intl.DateTimeFormatOptions, locale = 'he-IL') =>
  new Intl.DateTimeFormat(locale, { timeZone, ...options })
// Annotated as pure, so that the formats are tree-shaken from an island that only computes with days.
const formats = /* @__PURE__ */ (() => ({
  day: inHebrew({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA'),
  date: inHebrew({}),
  long: inHebrew({ dateStyle: 'full' }),
  inYear: inHebrew({ day: 'numeric', month: 'long' }),
  month: inHebrew({ month: 'short' }),
  monthAndYear: inHebrew({ month: 'long', year: 'numeric' }),
  dayOfMonth: inHebrew({ day: 'numeric' }, 'en-GB'),
  time: inHebrew({ hour: '2-digit', minute: '2-digit' }),
  clock: inHebrew({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }, 'en-GB'),
  hebrew: inHebrew({ day: 'numeric', month: 'long', year: 'numeric' }, 'he-IL-u-ca-hebrew'),
  hebrewInYear: inHebrew({ day: 'numeric', month: 'long' }, 'he-IL-u-ca-hebrew'),
}))()
const minuteMs = 60_000

type Instant = string | Date

/** Memoized: formatting takes microseconds, and a page formats the same few instants repeatedly. */
function fromMemory(name: keyof typeof formats) {
  const ofText = memoize((at: string) => formats[name].format(new Date(at)))
  return (at: Instant) => (typeof at === 'string' ? ofText(at) : formats[name].format(at))
}

/** 20.11.2026, for tables. */
export const formatDate = (at: Instant) => formats.date.format(new Date(at))
/** יום שישי, 20 בנובמבר 2026, for sentences. */
export const formatLongDate = (at: Instant) => formats.long.format(new Date(at))
/** 20 בנובמבר, where the year is clear from the context. */
export const formatDayInYear = /* @__PURE__ */ fromMemory('inYear')
/** 20 בנובמבר 2026, for a day such as 2026-11-20. */
export const formatDayAndYear = (day: string) => `${formatDayInYear(day)} ${day.slice(0, 4)}`
/** 20 בנובמבר, with the year if it is not the year of today. */
export const formatDayNear = (at: Instant, today: Instant) =>
  dayOf(at).slice(0, 4) === dayOf(today).slice(0, 4) ? formatDayInYear(at) : formatDayAndYear(dayOf(at))
/** נובמבר 2026. */
export const monthAndYear = (at: Instant) => formats.monthAndYear.format(new Date(at))
/** נוב׳ and 20, for a calendar leaf. */
export const calendarLeaf = (at: Instant) => ({
  month: formats.month.format(new Date(at)),
  day: formats.dayOfMonth.format(new Date(at)),
})
/** The date in the Hebrew calendar, in Hebrew numerals: י׳ בכסלו תשפ״ז. Not every engine formats these numerals. */
export const formatHebrewDate = (at: Instant) => inNumerals(formats.hebrew, at)
/** י׳ בכסלו, where the year is clear from the context. */
export const formatHebrewDayInYear = (at: Instant) => inNumerals(formats.hebrewInYear, at)

const inNumerals = (format: Intl.DateTimeFormat, at: Instant) =>
  format
    .formatToParts(new Date(at))
    .map(({ value }) => (/^\d+$/.test(value) ? hebrewNumeral(Number(value) % 1000) : value))
    .join('')

function hebrewNumeral(n: number): string {
  const hundreds = 'ת'.repeat(Math.floor(n / 400)) + ' קרש'.charAt(Math.floor((n % 400) / 100)).trim()
  const rest = n % 100
  // 15 and 16 are written 9+6 and 9+7, as the regular forms would spell a name of God.
  const small =
    rest === 15
      ? 'טו'
      : rest === 16
        ? 'טז'
        : (' יכלמנסעפצ'.charAt(Math.floor(rest / 10)) + ' אבגדהוזחט'.charAt(rest % 10)).replaceAll(' ', '')
  const letters = hundreds + small
  return letters.length === 1 ? `${letters}׳` : `${letters.slice(0, -1)}״${letters.slice(-1)}`
}

/** 16:05, in Israel time. */
export const formatTime = (at: Instant) => formats.time.format(new Date(at))

/** The calendar day of an instant in Israel. */
export const dayOf = /* @__PURE__ */ fromMemory('day')

/** A day relative to today: היום, מחר, לפני 3 ימים. */
export function relativeDay(day: string, today: string): string {
  const ahead = daysBetween(today, day)
  if (ahead === 0) return 'היום'
  return ahead > 0 ? inDays(ahead) : daysAgo(-ahead)
}

/** Time from or until an instant, in one or two words. Hours up to a day, then calendar days in Israel. */
export function relativeTime(at: Instant, now: Instant): string {
  const aheadMs = new Date(at).getTime() - new Date(now).getTime()
  const minutes = Math.floor(Math.abs(aheadMs) / minuteMs)
  if (minutes < 1) return 'עכשיו'
  const direction = aheadMs > 0 ? 'בעוד' : 'לפני'
  if (minutes < 60)
    return count(minutes, { one: `${direction} דקה`, two: `${direction} שתי דקות`, other: `${direction} # דקות` })
  const hours = Math.floor(minutes / 60)
  if (hours < 24)
    return count(hours, { one: `${direction} שעה`, two: `${direction} שעתיים`, other: `${direction} # שעות` })
  return relativeDay(dayOf(at), dayOf(now))
}

function daysAgo(days: number): string {
  if (days < 7) return count(days, { one: 'אתמול', two: 'שלשום', other: 'לפני # ימים' })
  if (days < 21) return days < 14 ? 'לפני שבוע' : 'לפני שבועיים'
  if (days < 30) return count(days, { one: '', two: '', other: 'לפני # ימים' })
  if (days < 365) return count(Math.floor(days / 30), { one: 'לפני חודש', two: 'לפני חודשיים', other: 'לפני # חודשים' })
  return count(Math.floor(days / 365), { one: 'לפני שנה', two: 'לפני שנתיים', other: 'לפני # שנים' })
}

function inDays(days: number): string {
  if (days < 7) return count(days, { one: 'מחר', two: 'מחרתיים', other: 'בעוד # ימים' })
  if (days === 7) return 'בעוד שבוע'
  if (days === 14) return 'בעוד שבועיים'
  return count(days, { one: '', two: '', other: 'בעוד # ימים' })
}

/** The instant of a local time in Israel ('16:05') on a day. A time skipped by daylight saving time is moved forward by an hour. */
export function instantAt(day: string, time: string): Date {
  const asUtc = Date.parse(`${day}T${time.slice(0, 5)}:00Z`)
  // Two iterations, because the offset depends on the instant itself.
  const near = asUtc - offsetMs(asUtc)
  return new Date(asUtc - offsetMs(near))
}

/** The UTC offset of Israel time at an instant. */
function offsetMs(at: number) {
  const shown = `${formats.day.format(at)}T${formats.clock.format(at)}Z`
  return Date.parse(shown) - Math.floor(at / 1000) * 1000
}
