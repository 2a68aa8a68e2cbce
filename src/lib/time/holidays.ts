// Israeli holidays, memorial days and Saturdays, from the Hebrew calendar. Days are 'YYYY-MM-DD'.
// The engine's Intl has the calendar; the libraries for it have incompatible licences.
import { memoize } from '../memoize.ts'

/**
 * `closed`: no work (a legal holiday, Independence Day). `eve`: a short day before one. `partial`: a working day with short hours
 * (the intermediate days, Purim, the Ninth of Av). `memorial`: a working day of mourning.
 */
export type HolidayKind = 'closed' | 'eve' | 'partial' | 'memorial'
export type Holiday = { name: string; kind: HolidayKind }

type HebrewDay = { month: string; date: number; weekday: number }

const format = new Intl.DateTimeFormat('en-u-ca-hebrew', { timeZone: 'UTC', day: 'numeric', month: 'long' })

/** The holiday of a day, or undefined. */
export const holidayOn = memoize((day: string): Holiday | undefined => {
  const hebrew = hebrewDay(day)
  const fixed = fixedHolidays[`${hebrew.date} ${hebrew.month}`]
  return fixed ? { name: fixed[0], kind: fixed[1] } : movableHoliday(hebrew)
})

/** Whether the day is a closed holiday. */
export const isClosedHoliday = (day: string): boolean => holidayOn(day)?.kind === 'closed'

export const isSaturday = (day: string): boolean => new Date(day).getUTCDay() === 6

/** Whether the day is a Saturday or a closed holiday. */
export const isRestDay = (day: string): boolean => isSaturday(day) || isClosedHoliday(day)

function hebrewDay(day: string): HebrewDay {
  const at = new Date(day)
  const parts = format.formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)!.value
  return { month: part('month'), date: Number(part('day')), weekday: at.getUTCDay() }
}

const fixedHolidays: Record<string, [name: string, kind: HolidayKind]> = {
  '29 Elul': ['ערב ראש השנה', 'eve'],
  '1 Tishri': ['ראש השנה', 'closed'],
  '2 Tishri': ['ראש השנה', 'closed'],
  '9 Tishri': ['ערב יום כיפור', 'eve'],
  '10 Tishri': ['יום כיפור', 'closed'],
  '14 Tishri': ['ערב סוכות', 'eve'],
  '15 Tishri': ['סוכות', 'closed'],
  ...everyDay(16, 20, 'Tishri', 'חול המועד סוכות'),
  '21 Tishri': ['הושענא רבה', 'eve'],
  '22 Tishri': ['שמחת תורה', 'closed'],
  '14 Adar': ['פורים', 'partial'],
  '14 Adar II': ['פורים', 'partial'],
  '14 Nisan': ['ערב פסח', 'eve'],
  '15 Nisan': ['פסח', 'closed'],
  ...everyDay(16, 19, 'Nisan', 'חול המועד פסח'),
  '20 Nisan': ['ערב שביעי של פסח', 'eve'],
  '21 Nisan': ['שביעי של פסח', 'closed'],
  '5 Sivan': ['ערב שבועות', 'eve'],
  '6 Sivan': ['שבועות', 'closed'],
}

function everyDay(from: number, to: number, month: string, name: string) {
  const days = Array.from({ length: to - from + 1 }, (_, i) => `${from + i} ${month}`)
  return Object.fromEntries(days.map((day): [string, [string, HolidayKind]] => [day, [name, 'partial']]))
}

/** Holidays that the law moves away from Saturdays. */
function movableHoliday({ month, date, weekday }: HebrewDay): Holiday | undefined {
  const weekdayOf = (other: number) => (weekday + ((other - date) % 7) + 14) % 7
  if (month === 'Iyar') {
    // 5 Iyar; earlier if it is a Friday or Saturday, later if it is a Monday.
    const independence = ({ 5: 4, 6: 3, 1: 6 } as Record<number, number>)[weekdayOf(5)] ?? 5
    if (date === independence) return { name: 'יום העצמאות', kind: 'closed' }
    if (date === independence - 1) return { name: 'יום הזיכרון', kind: 'memorial' }
  }
  if (month === 'Nisan' && date === (({ 5: 26, 0: 28 } as Record<number, number>)[weekdayOf(27)] ?? 27))
    return { name: 'יום השואה', kind: 'memorial' }
  if (month === 'Av' && date === (weekdayOf(9) === 6 ? 10 : 9)) return { name: 'תשעה באב', kind: 'partial' }
  return undefined
}
