import { invalid } from '../auth-errors.ts'

const unitMs: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3, // the micro sign
  μs: 1e-3, // the Greek letter
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}
const part = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/y
// The maximum of Go's time.Duration, which upstream parses into: 292 years.
const maxMs = 2 ** 63 / 1e6

/** Parses a Go duration (`24h`, `1h30m`, `-1.5h`) to milliseconds. `none` and `0` are 0. */
export function banMs(text: string): number {
  if (text === 'none' || text === '0') return 0
  const [, sign, rest] = /^([+-]?)(.*)$/s.exec(text)!
  let total = 0
  part.lastIndex = 0
  for (let at = 0; at < rest!.length; at = part.lastIndex) {
    const found = at < 100 ? part.exec(rest!) : null
    if (!found) throw invalid('invalid format for ban duration')
    total += Number(found[1]) * unitMs[found[2]!]!
  }
  if (rest === '' || total > maxMs) throw invalid('invalid format for ban duration')
  return sign === '-' ? -total : total
}
