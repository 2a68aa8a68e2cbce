// Free slots grouped by day in the visitor's time zone. Instants are epoch milliseconds.
import { count } from '#lib/hebrew/count.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { dayIn, minutesIn } from '#lib/time/zoned-time.ts'

/** Free starts between two instants, computed at `generatedAt`. `left`: free seats by start, for a group type. */
export type FreeSlots = {
  from: number
  until: number
  generatedAt: number
  starts: readonly number[]
  left?: Readonly<Record<string, number>> | undefined
}

/** Starts by the visitor's day, each list in order. */
export function startsByDay(starts: readonly number[], zone: string): ReadonlyMap<string, readonly number[]> {
  return Map.groupBy(
    [...starts].sort((a, b) => a - b),
    (start) => dayIn(zone, start),
  )
}

/** The free starts nearest to an instant, in chronological order. */
export const nearestTo = (starts: readonly number[], at: number, atMost = 3): number[] =>
  starts
    .filter((start) => start !== at)
    .toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))
    .slice(0, atMost)
    .sort((a, b) => a - b)

/** The first free day of a month, or of all days. */
export function firstFreeDay(days: ReadonlyMap<string, readonly number[]>, month = ''): string | undefined {
  return [...days.keys()].find((day) => day.startsWith(month.slice(0, 7)))
}

/** Merges slots of another range. Where ranges overlap, the newer response wins. */
export function mergeSlots(older: FreeSlots, newer: FreeSlots): FreeSlots {
  const isReplaced = (start: number) => start >= newer.from && start < newer.until
  return {
    from: Math.min(older.from, newer.from),
    until: Math.max(older.until, newer.until),
    generatedAt: newer.generatedAt,
    starts: [...older.starts.filter((start) => !isReplaced(start)), ...newer.starts],
    left: { ...older.left, ...newer.left },
  }
}

export function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** 10:00, local time in the zone. */
export const clockIn = (zone: string, at: number) => clockText(minutesIn(zone, at))

/** Time labels of the starts. When DST ends, an hour occurs twice in a day, and both occurrences are marked. */
export function timesOf(starts: readonly number[], zone: string): { start: number; clock: string; mark?: string }[] {
  const shown = starts.map((start) => `${dayIn(zone, start)} ${clockIn(zone, start)}`)
  return starts.map((start, i) => {
    const clock = clockIn(zone, start)
    const [first, last] = [shown.indexOf(shown[i]!), shown.lastIndexOf(shown[i]!)]
    return first === last ? { start, clock } : { start, clock, mark: first === i ? 'שעון קיץ' : 'שעון חורף' }
  })
}

const weekdayAndDate = new Intl.DateTimeFormat('he-IL', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

const monthAndYear = new Intl.DateTimeFormat('he-IL', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** אוקטובר 2026 */
export const monthTitle = (day: string) => monthAndYear.format(Date.parse(day))

/** יום ראשון, 4 באוקטובר */
export const dayTitle = (day: string) => weekdayAndDate.format(Date.parse(day))

export const freeCount = (n: number) =>
  count(n, { zero: 'אין שעות פנויות', one: 'שעה פנויה אחת', two: 'שתי שעות פנויות', other: '# שעות פנויות' })

/** Accessible label of a day: יום ראשון 4 באוקטובר, 5 שעות פנויות. */
export const dayLabel = (day: string, free: number, holiday?: string) =>
  [dayTitle(day).replace(',', ''), holiday, freeCount(free)].filter(Boolean).join(', ')

/** יום ראשון, 4 באוקטובר, בשעה 10:00 */
export const momentText = (at: number, zone: string) => `${dayTitle(dayIn(zone, at))}, בשעה ${clockIn(zone, at)}`

/** The first day of a month, and the first day of the next month. */
export function monthSpan(day: string): { first: string; next: string } {
  const first = `${day.slice(0, 7)}-01`
  return { first, next: `${addDays(first, 31).slice(0, 7)}-01` }
}
