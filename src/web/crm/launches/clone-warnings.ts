import { restDayOf } from '#features/launches/launch-edit.ts'
import type { Launch, LaunchContent } from '#features/launches/launches.ts'
import { dayOf, formatDate } from '#lib/time/dates.ts'
import { addDays, daysBetween } from '#lib/time/day-arithmetic.ts'

type Dated = Pick<Launch, 'prelaunch_at' | 'cart_opens_at' | 'cart_closes_at'>

/** The dates of a clone that fall on Shabbat or a holiday. `day` is its first day as typed, possibly incomplete. */
export function cloneWarnings(
  launch: Dated,
  contents: readonly Pick<LaunchContent, 'title' | 'release_at'>[],
  { first, day }: { first: string; day: string },
): string[] {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return []
  const by = daysBetween(first, day)
  const dates = [
    { words: 'תחילת הסדרה', at: launch.prelaunch_at },
    { words: 'פתיחת ההרשמה', at: launch.cart_opens_at },
    { words: 'סגירת ההרשמה', at: launch.cart_closes_at },
    ...contents.map(({ title, release_at: at }) => ({ words: title, at })),
  ]
  return dates.flatMap(({ words, at }) => {
    if (!at) return []
    const moved = addDays(dayOf(at), by)
    const rest = restDayOf(moved)
    return rest ? [`${words}: ${formatDate(`${moved}T12:00:00Z`)}, ${rest}`] : []
  })
}
