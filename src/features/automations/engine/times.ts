// When a wait is due. Times of day are in Israel; a duration without a time of day is absolute.
import type { Step } from './definition.ts'
import { dayOf, formatTime, instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { holidayOn, isRestDay } from '#lib/time/holidays.ts'

const minuteMs = 60_000
const minutesOfDay = 24 * 60

/** Office hours, Sunday to Thursday. */
export const workingHours = { from: '09:00', until: '17:00' } as const

type Wait = Extract<Step, { kind: 'wait' }>

export function endOfWait(
  { minutes, at, workingHours: isWorking }: Pick<Wait, 'minutes' | 'at' | 'workingHours'>,
  now: Date,
) {
  const end = at ? atTime(minutes, at, now) : new Date(now.getTime() + minutes * minuteMs)
  return isWorking ? nextWorkingTime(end) : end
}

/** Whole days count calendar days: three days at 09:00 is the third morning, regardless of when the wait started. */
function atTime(minutes: number, at: string, now: Date) {
  const days = minutes % minutesOfDay === 0 ? minutes / minutesOfDay : 0
  const earliest = new Date(now.getTime() + (days ? 0 : minutes * minuteMs))
  const day = addDays(dayOf(earliest), days)
  const end = instantAt(day, at)
  return end >= earliest ? end : instantAt(addDays(day, 1), at)
}

/** The instant itself if it is in working hours, else the start of the next working day. */
export function nextWorkingTime(at: Date): Date {
  const today = dayOf(at)
  for (let day = today; ; day = addDays(day, 1)) {
    if (!isWorkingDay(day)) continue
    if (day > today || formatTime(at) < workingHours.from) return instantAt(day, workingHours.from)
    if (formatTime(at) < workingHours.until) return at
  }
}

const isWorkingDay = (day: string) =>
  !isRestDay(day) && new Date(day).getUTCDay() !== 5 && holidayOn(day)?.kind !== 'eve'

/** A day plus an offset, at a time of day. `year`: its anniversary; 29 February becomes the 28th in common years. */
export function momentOf(day: string, offsetDays: number, at: string, year?: number): Date {
  const date = year === undefined ? day : anniversary(day, year)
  return instantAt(addDays(date, offsetDays), at)
}

function anniversary(day: string, year: number) {
  const monthAndDay = day.slice(5)
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return `${year}-${monthAndDay === '02-29' && !isLeap ? '02-28' : monthAndDay}`
}

/** The next occurrence after `now`. A birthday recurs every year; another date does not. */
export function nextMoment(day: string, offsetDays: number, at: string, yearly: boolean, now: Date): Date | undefined {
  if (!yearly) {
    const moment = momentOf(day, offsetDays, at)
    return moment > now ? moment : undefined
  }
  const year = Number(dayOf(now).slice(0, 4))
  return [year - 1, year, year + 1, year + 2].map((one) => momentOf(day, offsetDays, at, one)).find((one) => one > now)
}
