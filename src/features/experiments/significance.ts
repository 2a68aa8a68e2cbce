// Whether one home page brings more answers than another, or it only looks so.
import type { HomePage, Measured } from './experiments.ts'

/** Nothing is said before a whole week, Shabbat included: people who come on a Sunday are not those of a Friday. */
export const leastDays = 7
/** Nor before so many visitors answered in all: of a handful, half is chance. */
export const leastAnswered = 30
/**
 * How many standard errors two pages must lie apart. Where a difference is looked at once, two would do. Owners look every day, and
 * every look is another chance for chance: of ninety days on which nothing differs, fewer than one comparison in twenty reaches three.
 * Of more pages the best has to be so far from each, so that a third page makes no mistake likelier.
 */
const standardErrors = 3

type Counted = Pick<Measured, 'key' | 'weight' | 'visitors' | 'answered'>

export type Verdict =
  /** Nobody has seen a compared page yet. */
  | { is: 'nobody' }
  /** It is too early to look for a difference. */
  | { is: 'early'; daysLeft: number; answersLeft: number }
  /** There was enough to look at, and no difference that chance would not make. */
  | { is: 'open' }
  /** One page brings more than each of the others. */
  | { is: 'better'; key: HomePage }

/** What may be said of a comparison `elapsedMs` after it began. Pages that are shown to nobody take no part. */
export function verdictOf(measured: readonly Counted[], elapsedMs: number): Verdict {
  const pages = measured.filter(({ weight }) => weight > 0)
  if (pages.every(({ visitors }) => visitors === 0)) return { is: 'nobody' }
  const daysLeft = Math.max(0, Math.ceil(leastDays - elapsedMs / 86_400_000))
  const answersLeft = Math.max(0, leastAnswered - pages.reduce((sum, { answered }) => sum + answered, 0))
  if (daysLeft > 0 || answersLeft > 0) return { is: 'early', daysLeft, answersLeft }
  const [best, ...others] = pages.toSorted((a, b) => rateOf(b) - rateOf(a))
  return others.every((other) => apart(best!, other) >= standardErrors)
    ? { is: 'better', key: best!.key }
    : { is: 'open' }
}

/** Answers per visitor, between 0 and 1. */
export const rateOf = ({ answered, visitors }: Pick<Counted, 'answered' | 'visitors'>): number =>
  visitors === 0 ? 0 : answered / visitors

/** By how many standard errors one rate is above another, as if both came of one and the same. */
function apart(one: Counted, other: Counted): number {
  if (one.visitors === 0 || other.visitors === 0) return 0
  const together = (one.answered + other.answered) / (one.visitors + other.visitors)
  const error = Math.sqrt(together * (1 - together) * (1 / one.visitors + 1 / other.visitors))
  return error === 0 ? 0 : (rateOf(one) - rateOf(other)) / error
}

/** Between which rates the true one lies in nineteen of twenty cases (Wilson's interval); undefined while nobody came. */
export function rangeOf({ answered, visitors }: Pick<Counted, 'answered' | 'visitors'>): [number, number] | undefined {
  if (visitors === 0) return undefined
  const z2 = 1.96 ** 2
  const rate = answered / visitors
  const middle = (rate + z2 / (2 * visitors)) / (1 + z2 / visitors)
  const reach =
    (Math.sqrt(z2) / (1 + z2 / visitors)) * Math.sqrt((rate * (1 - rate)) / visitors + z2 / (4 * visitors ** 2))
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)]
}
