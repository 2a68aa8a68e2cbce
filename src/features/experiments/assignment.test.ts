import { expect, test } from 'vitest'
import { assignVariant, type RunningExperiment } from './assignment.server.ts'
import type { HomePage, TrafficShares } from './experiments.ts'

const running = (shares: TrafficShares, secret = 'one'): RunningExperiment => ({
  secret: Buffer.from(secret),
  variants: Object.entries(shares).map(([key, weight]) => ({ key: key as HomePage, weight, isPublished: true })),
})
const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
/** One fixed address in each of ten thousand networks. */
const people = Array.from({ length: 10_000 }, (_, n) => `10.${n >> 8}.${n & 255}.7`)
const chosenBy = (shares: TrafficShares, secret?: string) =>
  people.map((ip) => assignVariant(running(shares, secret), ip, agent))
const countOf = (selected: unknown[], page: HomePage) => selected.filter((one) => one === page).length

test.each<[TrafficShares]>([
  [{ '/': 50, '/home-2': 50 }],
  [{ '/': 34, '/home-2': 33, '/home-3': 33 }],
  [{ '/': 90, '/home-2': 10 }],
  [{ '/home-2': 1, '/home-3': 3 }],
])('ten thousand visitors are assigned in proportion to the weights: %o', (shares) => {
  const sum = Object.values(shares).reduce((total, weight) => total + weight, 0)
  const selected = chosenBy(shares)
  for (const [page, weight] of Object.entries(shares)) {
    const share = weight / sum
    // Five standard errors. The sample is fixed, so the result never varies.
    const room = 5 * Math.sqrt(people.length * share * (1 - share))
    expect(Math.abs(countOf(selected, page as HomePage) - share * people.length)).toBeLessThan(room)
  }
})

test('a page of weight zero is never assigned', () => {
  expect(countOf(chosenBy({ '/': 50, '/home-2': 50, '/home-3': 0 }), '/home-3')).toBe(0)
})

test('changed weights move visitors only to pages whose share grew', () => {
  const before = chosenBy({ '/': 50, '/home-2': 50 })
  const after = chosenBy({ '/': 25, '/home-2': 75 })
  const moved = people.flatMap((_, n) => (before[n] === after[n] ? [] : [after[n]]))
  expect(new Set(moved)).toEqual(new Set(['/home-2']))
  expect(Math.abs(moved.length - 2500)).toBeLessThan(250)
})

test('a new experiment assigns visitors independently of the last', () => {
  const [one, other] = [chosenBy({ '/': 50, '/home-2': 50 }, 'one'), chosenBy({ '/': 50, '/home-2': 50 }, 'two')]
  const same = people.filter((_, n) => one[n] === other[n]).length
  expect(Math.abs(same - 5000)).toBeLessThan(250)
})

test('a browser update or another address in the same network does not change the assignment', () => {
  const shares = running({ '/': 50, '/home-2': 50 })
  for (const ip of people.slice(0, 200)) {
    const selected = assignVariant(shares, ip, agent)
    expect(assignVariant(shares, ip, agent.replaceAll('18', '19').replace('604.1', '605.1.15'))).toBe(selected)
    expect(assignVariant(shares, ip.replace(/7$/, '93'), agent)).toBe(selected)
  }
})

test('an unpublished variant assigns no page', () => {
  const { secret, variants } = running({ '/': 50, '/home-2': 50 })
  const shares = { secret, variants: variants.map((one) => ({ ...one, isPublished: one.key === '/' })) }
  expect(new Set(people.map((ip) => assignVariant(shares, ip, agent)))).toEqual(new Set(['/', undefined]))
})
