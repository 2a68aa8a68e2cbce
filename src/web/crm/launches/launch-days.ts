// The days of a fixed launch with their events, as the timeline draws them.
import { phaseLabels, restDayOf } from '#features/launches/launch-edit.ts'
import { dayOf } from '#lib/time/dates.ts'
import { addDays, daysBetween } from '#lib/time/day-arithmetic.ts'

type Dates = { start: string; opens: string; closes: string }
type Mark = { at: string; words: string; isMail?: boolean }
type Content = { title: string; release_at: string | null }

/** The timeline is limited to two months. */
const maxDays = 62

export function launchDays({ start, opens, closes }: Dates, contents: readonly Content[], rules: readonly Rule[]) {
  const marks: Mark[] = [
    { at: start, words: 'תחילת הסדרה' },
    ...contents.flatMap(({ title, release_at: at }) => (at ? [{ at, words: title }] : [])),
    { at: opens, words: phaseLabels.cart_open },
    { at: closes, words: 'סגירת ההרשמה' },
    ...mailTimes(rules, { cart_opens: opens, cart_closes: closes }),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const [first, openDay, closeDay] = [dayOf(start), dayOf(opens), dayOf(closes)]
  const n = Math.max(1, Math.min(maxDays, daysBetween(first, closeDay) + 1))
  return Array.from({ length: n }, (_, i) => {
    const day = addDays(first, i)
    return {
      day,
      rest: restDayOf(day),
      isCart: day >= openDay && day <= closeDay,
      marks: marks.filter(({ at }) => dayOf(at) === day),
    }
  })
}

type Rule = { name: string; anchor: string; offset_minutes: number; is_active: boolean }

/** Mails of the cart with the same time for all participants. In a cart shorter than three days the mid-cart mail is not sent. */
function mailTimes(rules: readonly Rule[], { cart_opens, cart_closes }: Record<'cart_opens' | 'cart_closes', string>) {
  const [opens, closes] = [Date.parse(cart_opens), Date.parse(cart_closes)]
  const anchors: Partial<Record<string, number>> = {
    cart_opens: opens,
    cart_closes: closes,
    ...(closes - opens >= 72 * 3_600_000 && { cart_middle: (opens + closes) / 2 }),
  }
  return rules.flatMap(({ name, anchor, offset_minutes: offset, is_active: isActive }): Mark[] => {
    const from = anchors[anchor]
    if (from === undefined || !isActive) return []
    return [{ at: new Date(from + offset * 60_000).toISOString(), words: name, isMail: true }]
  })
}
