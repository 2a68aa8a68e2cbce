// Formats the time until an instant in its two largest units.
import { count } from '#lib/hebrew/count.ts'

const units = [
  [86_400, { one: 'יום', two: 'יומיים', other: '# ימים' }],
  [3600, { one: 'שעה', two: 'שעתיים', other: '# שעות' }],
  [60, { one: 'דקה', two: 'שתי דקות', other: '# דקות' }],
] as const

/** "עוד 3 ימים ושעתיים"; undefined in the last minute and after it. */
export function timeLeft(from: number, until: number): string | undefined {
  let seconds = Math.floor((until - from) / 1000)
  const parts: string[] = []
  for (const [size, forms] of units) {
    const n = Math.floor(seconds / size)
    seconds -= n * size
    if (n > 0) parts.push(count(n, forms))
    // Only two adjacent units are shown: "עוד 3 ימים", without "ו־5 דקות".
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  if (parts.length === 0) return undefined
  return `עוד ${parts.map((word, at) => (at === 0 ? word : /^\d/.test(word) ? `ו־${word}` : `ו${word}`)).join(' ')}`
}
