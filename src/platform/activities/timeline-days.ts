// Groups a timeline by relative days: today, yesterday, this week, last week, then months.
import { dayOf, formatTime } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'

const zone = { timeZone: 'Asia/Jerusalem' } as const
const month = new Intl.DateTimeFormat('he-IL', { ...zone, month: 'long', year: 'numeric' })
const weekday = new Intl.DateTimeFormat('he-IL', { ...zone, weekday: 'short' })
const dayAndMonth = new Intl.DateTimeFormat('he-IL', { ...zone, day: 'numeric', month: 'numeric' })

/** The Sunday that starts the week of a day. */
const weekOf = (day: string) => addDays(day, -new Date(day).getUTCDay())

/** Heading of the group a timestamp belongs to. */
export function headingOf(at: string, now: Date): string {
  const day = dayOf(at)
  const today = dayOf(now)
  if (day >= today) return 'היום'
  if (day === addDays(today, -1)) return 'אתמול'
  if (weekOf(day) === weekOf(today)) return 'השבוע'
  if (weekOf(day) === addDays(weekOf(today), -7)) return 'בשבוע שעבר'
  return month.format(new Date(at))
}

/** Timestamp formatted for its group: time only for today and yesterday, then weekday, then date. */
export function timeInGroup(at: string, now: Date): string {
  const heading = headingOf(at, now)
  const date = new Date(at)
  if (heading === 'היום' || heading === 'אתמול') return formatTime(at)
  if (heading === 'השבוע' || heading === 'בשבוע שעבר') return `${weekday.format(date)}, ${formatTime(at)}`
  return `${dayAndMonth.format(date)}, ${formatTime(at)}`
}

/**
 * Inserts the creation line by date, newest first: backdated activities, such as a call logged later, come below it. The creation line is
 * missing until the last page of the timeline is loaded.
 */
export function withCreationLine<Item extends { happened_at: string }>(
  lines: readonly Item[],
  creationLine: Item,
  isWhole: boolean,
): Item[] {
  const at = lines.findIndex(({ happened_at }) => Date.parse(happened_at) < Date.parse(creationLine.happened_at))
  if (at >= 0) return lines.toSpliced(at, 0, creationLine)
  return isWhole ? [...lines, creationLine] : [...lines]
}

/** Groups in the order of the page, newest first. */
export function groupByHeading<Item extends { happened_at: string }>(
  items: readonly Item[],
  now: Date,
): { heading: string; items: Item[] }[] {
  return [...Map.groupBy(items, ({ happened_at }) => headingOf(happened_at, now))].map(([heading, group]) => ({
    heading,
    items: group,
  }))
}
