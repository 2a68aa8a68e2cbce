// Index of time spans for overlap queries, by binary search.
import type { Span } from './slot-rules.ts'

/** Spans that only touch do not overlap; empty spans overlap nothing. */
export function spanIndex(spans: readonly Span[]): (from: number, to: number) => boolean {
  const disjoint: Span[] = []
  for (const { from, to } of spans.filter((span) => span.from < span.to).toSorted((a, b) => a.from - b.from)) {
    const last = disjoint.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else disjoint.push({ from, to })
  }
  return (from, to) => {
    // The first span that ends after `from`.
    let [low, high] = [0, disjoint.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (disjoint[middle]!.to > from) high = middle
      else low = middle + 1
    }
    return low < disjoint.length && disjoint[low]!.from < to
  }
}
