// Significance of an A/B test between home pages.
import type { HomePage, VariantResult } from './experiments.ts'

/** Minimum duration: a whole week, Shabbat included, because visitors differ by weekday. */
export const minDays = 7
/** Minimum conversions over all pages: smaller samples are noise. */
export const minConversions = 30
/**
 * Required z-score. Two would suffice for a single evaluation at a fixed time. Owners check daily, and repeated checks
 * raise the false positive rate. With a z-score of three, fewer than one experiment in twenty reports a difference
 * that does not exist, over ninety days. With more than two pages the best must reach three against each other page,
 * so that extra pages do not raise the rate.
 */
const requiredZScore = 3

type VariantCounts = Pick<VariantResult, 'key' | 'weight' | 'visitors' | 'answered'>

export type Significance =
  /** No page views yet. */
  | { is: 'no_visitors' }
  /** The minimum duration or number of conversions is not reached. */
  | { is: 'too_early'; daysLeft: number; answersLeft: number }
  /** Enough data, but no significant difference. */
  | { is: 'inconclusive' }
  /** One page is significantly better than each of the others. */
  | { is: 'winner'; key: HomePage }

/** Result of an experiment `elapsedMs` after its start. Pages of weight zero are ignored. */
export function significanceOf(measured: readonly VariantCounts[], elapsedMs: number): Significance {
  const pages = measured.filter(({ weight }) => weight > 0)
  if (pages.every(({ visitors }) => visitors === 0)) return { is: 'no_visitors' }
  const daysLeft = Math.max(0, Math.ceil(minDays - elapsedMs / 86_400_000))
  const answersLeft = Math.max(0, minConversions - pages.reduce((sum, { answered }) => sum + answered, 0))
  if (daysLeft > 0 || answersLeft > 0) return { is: 'too_early', daysLeft, answersLeft }
  const [best, ...others] = pages.toSorted((a, b) => conversionRate(b) - conversionRate(a))
  return others.every((other) => zScore(best!, other) >= requiredZScore)
    ? { is: 'winner', key: best!.key }
    : { is: 'inconclusive' }
}

/** Conversions per visitor, between 0 and 1. */
export const conversionRate = ({ answered, visitors }: Pick<VariantCounts, 'answered' | 'visitors'>): number =>
  visitors === 0 ? 0 : answered / visitors

/** Two-proportion z-score with pooled variance. */
function zScore(one: VariantCounts, other: VariantCounts): number {
  if (one.visitors === 0 || other.visitors === 0) return 0
  const pooled = (one.answered + other.answered) / (one.visitors + other.visitors)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / one.visitors + 1 / other.visitors))
  return error === 0 ? 0 : (conversionRate(one) - conversionRate(other)) / error
}

/** 95 % confidence interval of the conversion rate (Wilson score); undefined without visitors. */
export function confidenceInterval({
  answered,
  visitors,
}: Pick<VariantCounts, 'answered' | 'visitors'>): [number, number] | undefined {
  if (visitors === 0) return undefined
  const z2 = 1.96 ** 2
  const rate = answered / visitors
  const middle = (rate + z2 / (2 * visitors)) / (1 + z2 / visitors)
  const reach =
    (Math.sqrt(z2) / (1 + z2 / visitors)) * Math.sqrt((rate * (1 - rate)) / visitors + z2 / (4 * visitors ** 2))
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)]
}
