// Arithmetic of calendar months, 'YYYY-MM'.
import { z } from '#lib/schema.ts'

export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'יש לבחור חודש')
export type Month = string

const indexOf = (month: Month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1

export const addMonths = (month: Month, n: number): Month => {
  const index = indexOf(month) + n
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** The number of months between; negative when the second is earlier. */
export const monthsBetween = (from: Month, to: Month) => indexOf(to) - indexOf(from)

export const monthOf = (day: string): Month => day.slice(0, 7)

export const firstDayOf = (month: Month) => `${month}-01`

const longName = new Intl.DateTimeFormat('he-IL', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortName = new Intl.DateTimeFormat('he-IL', { month: 'short', year: '2-digit', timeZone: 'UTC' })
const axisName = new Intl.DateTimeFormat('he-IL', { month: 'short', timeZone: 'UTC' })

export const monthName = (month: Month) => longName.format(new Date(firstDayOf(month)))
export const shortMonthName = (month: Month) => shortName.format(new Date(firstDayOf(month)))
/** Without the year, for the axis of a chart. */
export const axisMonthName = (month: Month) => axisName.format(new Date(firstDayOf(month)))
