// Cumulative buyers as points in a 100 × 100 square. Both launches share one scale, with a margin for the line width at
// the top.

export type Hour = { hour: number; buyers: number; buyers_before: number }
type Point = { hour: number; sum: number }

/** `hours`: only hours with buyers, in order. */
export function curveOf(hours: readonly Hour[]) {
  const last = Math.max(1, ...hours.map(({ hour }) => hour + 1))
  const [own, before] = [cumulative(hours, 'buyers'), cumulative(hours, 'buyers_before')]
  const max = Math.max(1, own.at(-1)!.sum, before.at(-1)!.sum)
  const drawn = (points: readonly Point[]) => ({
    total: points.at(-1)!.sum,
    line: points.map(({ hour, sum }) => `${(100 * hour) / last},${100 - (96 * sum) / max}`).join(' '),
  })
  return { last, own: drawn(own), before: drawn(before) }
}

/** Steps from the cart's opening on: an hour without buyers keeps the sum. */
function cumulative(hours: readonly Hour[], of: 'buyers' | 'buyers_before'): Point[] {
  let sum = 0
  return [
    { hour: 0, sum: 0 },
    ...hours.flatMap((one) => {
      const before = sum
      sum += one[of]
      return [
        { hour: one.hour, sum: before },
        { hour: one.hour + 1, sum },
      ]
    }),
  ]
}
