// Parses days typed into a field. Unlike dates in a file, the year may be missing, and the field has bounds.
import { addDays, daysBetween } from './day-arithmetic.ts'
import { parseDay } from './parse-day.ts'

export type DayBounds = { min?: string | undefined; max?: string | undefined }

const relative: Readonly<Record<string, number>> = { אתמול: -1, היום: 0, מחר: 1, מחרתיים: 2 }

/**
 * 'YYYY-MM-DD' of 24.11.2026, 24/11/26, 241126, 24.11 or מחר; undefined for other texts. Without a year it is the nearest such day
 * within the bounds. A two-digit year is at most 20 years ahead.
 */
export function parseDayInput(text: string, today: string, bounds: DayBounds = {}): string | undefined {
  const written = text.trim()
  if (Object.hasOwn(relative, written)) return addDays(today, relative[written]!)
  const [, day, month, shortYear] = /^(\d\d)(\d\d)(\d\d)?$/.exec(written) ?? []
  const separated = day && month ? [day, month, ...(shortYear ? [shortYear] : [])].join('.') : written
  const withoutYear = /^\d{1,2}[./\s-]\d{1,2}[./]?$/.test(separated)
  if (withoutYear) return nearest(separated.replace(/[./]$/, ''), today, bounds)
  return parseDay(separated, { latest: addDays(today, 20 * 365) })
}

function nearest(dayAndMonth: string, today: string, bounds: DayBounds): string | undefined {
  const year = Number(today.slice(0, 4))
  // Eight years contain a leap year, also around 2100.
  const days = Array.from({ length: 17 }, (_, i) => parseDay(`${dayAndMonth}.${year - 8 + i}`, { latest: today }))
    .filter((day) => day !== undefined)
    // In a field the day comes first, so 12.24 is an error, although in a file it may be 24 December.
    .filter((day) => Number(day.slice(8)) === Number.parseInt(dayAndMonth))
    .toSorted((a, b) => Math.abs(daysBetween(today, a)) - Math.abs(daysBetween(today, b)))
  return days.find((day) => isWithin(day, bounds)) ?? days[0]
}

export const isWithin = (day: string, { min, max }: DayBounds) => (!min || day >= min) && (!max || day <= max)

/** Formats a day as it is typed: 24.11.2026. */
export const formatDayInput = (day: string) =>
  /^\d{4}-\d\d-\d\d$/.test(day) ? day.split('-').toReversed().join('.') : day
