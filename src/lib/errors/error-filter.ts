// Rate limits for error reports, so that a burst floods neither the user nor the log. Numbers are those of spec §8 and §9.
import { createBreaker } from './breaker.ts'
import { type Category, categories, categoryOf, traitsOf } from './categories.ts'
import { createSlidingWindow } from './sliding-window.ts'

const minuteMs = 60_000

export const errorLimits = {
  /** Minimum interval between reports of the same error. */
  cooldownMs: 5_000,
  perMinute: 20,
  // In the specification's order; critical errors have no cap per category.
  perMinuteOf: { postMessage: 3, flowDiagram: 5, authentication: 10, network: 8, unknown: 15, critical: Infinity },
  breaker: { failures: 10, resetMs: 30_000 },
  metricsKeptMs: 3_600_000,
  cleaningEveryMs: 600_000,
} as const

/** Why an error is suppressed. */
type Suppression = 'cooldown' | 'overall' | 'category' | 'breaker'
export type Verdict = { category: Category; silence?: Suppression }

type Metric = { at: number; category: Category; happened: number; reported: number }

/** `now` returns milliseconds, and may be any monotonic clock. */
export function createErrorFilter(now: () => number = () => performance.now()) {
  const overall = createSlidingWindow(minuteMs, errorLimits.perMinute)
  const of = Object.fromEntries(
    categories.map((category) => [
      category,
      {
        recent: createSlidingWindow(minuteMs, Math.min(errorLimits.perMinuteOf[category], errorLimits.perMinute)),
        breaker: createBreaker(errorLimits.breaker),
      },
    ]),
  ) as Record<Category, { recent: ReturnType<typeof createSlidingWindow>; breaker: ReturnType<typeof createBreaker> }>
  const lastReported = new Map<string, number>()
  let metrics: Metric[] = []
  let cleanedAt = now()

  function take(error: unknown): Verdict {
    const at = now()
    if (at - cleanedAt >= errorLimits.cleaningEveryMs) clean(at)
    const category = categoryOf(error)
    const silence = silenceOf(error, category, at)
    note(category, at, silence === undefined)
    return { category, ...(silence && { silence }) }
  }

  function silenceOf(error: unknown, category: Category, at: number): Suppression | undefined {
    const { recent, breaker } = of[category]
    const isOpen = breaker.isOpen(at)
    // Suppressed errors count too: ten of a category open the breaker.
    breaker.fail(at)
    if (isOpen) return 'breaker'
    const { name, message } = traitsOf(error)
    const key = `${category} ${name} ${message}`
    const since = at - (lastReported.get(key) ?? -Infinity)
    if (since >= 0 && since < errorLimits.cooldownMs) return 'cooldown'
    if (recent.count(at) >= errorLimits.perMinuteOf[category]) return 'category'
    if (overall.count(at) >= errorLimits.perMinute) return 'overall'
    lastReported.set(key, at)
    recent.add(at)
    overall.add(at)
    return undefined
  }

  /** One row per minute and category, so that a burst takes no more memory than normal operation. */
  function note(category: Category, at: number, isReported: boolean) {
    const minute = at - (at % minuteMs)
    let metric = metrics.findLast((each) => each.at === minute && each.category === category)
    if (!metric) metrics.push((metric = { at: minute, category, happened: 0, reported: 0 }))
    metric.happened++
    if (isReported) metric.reported++
  }

  function clean(at: number) {
    cleanedAt = at
    metrics = metrics.filter((metric) => at - metric.at <= errorLimits.metricsKeptMs)
    for (const [key, toldAt] of lastReported) if (at - toldAt >= errorLimits.cooldownMs) lastReported.delete(key)
  }

  return {
    /** Records an error, and returns why it is suppressed, if it is. */
    take,
    /** Occurrences and reports by minute and category; older than an hour is cleared every ten minutes. */
    metrics: (): readonly Metric[] => metrics,
  }
}
