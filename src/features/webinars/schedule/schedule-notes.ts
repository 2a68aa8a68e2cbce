// Warnings for a chosen date: rest days, eves, memorial days, and other webinars at the same time.
import { addDays } from '#lib/time/day-arithmetic.ts'
import { dayOf, formatTime, instantAt } from '#lib/time/dates.ts'
import { holidayOn, isSaturday } from '#lib/time/holidays.ts'

/** From this time on an eve is unsuitable for a webinar. */
const eveFrom = '14:00'

export type PlannedSession = { starts_at: string; minutes: number; title: string }

/** The name of a rest day: Shabbat, or a holiday without work. */
export const restNameOf = (day: string): string | undefined => {
  const holiday = holidayOn(day)
  return holiday?.kind === 'closed' ? holiday.name : isSaturday(day) ? 'שבת' : undefined
}

/** The name of an eve, a memorial day or a day of short hours; Friday is the eve of Shabbat. */
export const noteNameOf = (day: string): string | undefined => {
  const holiday = holidayOn(day)
  if (holiday && holiday.kind !== 'closed') return holiday.name
  return new Date(day).getUTCDay() === 5 ? 'ערב שבת' : undefined
}

/** The afternoon before a rest day, also if the day has its own name: a Friday of Chol HaMoed, Hoshana Raba. */
const isEveAt = (day: string, time: string) => restNameOf(addDays(day, 1)) !== undefined && time >= eveFrom

/** A memorial day starts at this time on the evening before. */
const memorialFrom = '20:00'

/** Whether no automatic date is created: a rest day, the afternoon before one, or a memorial day. */
export function isRestAt(at: Date): boolean {
  const [day, time] = [dayOf(at), formatTime(at)]
  const isMemorialDay = (one: string) => holidayOn(one)?.kind === 'memorial'
  return (
    restNameOf(day) !== undefined ||
    isEveAt(day, time) ||
    isMemorialDay(day) ||
    (isMemorialDay(addDays(day, 1)) && time >= memorialFrom)
  )
}

export function scheduleNotes(day: string, time: string, minutes: number, others: readonly PlannedSession[]): string[] {
  const notes: string[] = []
  const holiday = holidayOn(day)
  const rest = restNameOf(day)
  if (rest) notes.push(`היום הזה הוא ${rest}. רוב הקהל לא יגיע`)
  else if (holiday?.kind === 'memorial') notes.push(`היום הזה הוא ${holiday.name}`)
  else if (isEveAt(day, time)) notes.push(`ערב ${restNameOf(addDays(day, 1))}, אחרי הצהריים`)
  if (!/^\d\d:\d\d$/.test(time)) return notes
  const start = instantAt(day, time).getTime()
  const end = start + minutes * 60_000
  for (const { starts_at: at, minutes: length, title } of others) {
    const from = Date.parse(at)
    if (from < end && from + length * 60_000 > start) notes.push(`באותו זמן מתקיימת ״${title}״`)
  }
  return notes
}
