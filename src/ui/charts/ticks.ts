const targetCount = 3

/** Round integer ticks of a chart's axis, ascending: the first is at most `min`, the last at least `max`, and they differ. */
export function ticksOf(min: number, max: number): number[] {
  const rough = Math.max((max - min || Math.abs(max) / 10) / targetCount, 1)
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = magnitude * [1, 2, 5, 10].find((factor) => magnitude * factor >= rough)!
  const from = Math.floor(min / step)
  const to = Math.max(Math.ceil(max / step), from + 1)
  return Array.from({ length: to - from + 1 }, (_, i) => (from + i) * step)
}
