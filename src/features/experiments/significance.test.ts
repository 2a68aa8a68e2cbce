import { expect, test } from 'vitest'
import { equalShares, sharesProblem, type HomePage, homePages, shareOf } from './experiments.ts'
import { confidenceInterval, significanceOf } from './significance.ts'

const dayMs = 86_400_000
const page = (key: HomePage, visitors: number, answered: number, weight = 50) => ({ key, weight, visitors, answered })
const after = (days: number, ...pages: ReturnType<typeof page>[]) => significanceOf(pages, days * dayMs)

test('no result is given before a whole week and thirty conversions', () => {
  expect(after(20, page('/', 0, 0), page('/home-2', 0, 0))).toEqual({ is: 'no_visitors' })
  expect(after(6.5, page('/', 900, 10), page('/home-2', 900, 90))).toEqual({
    is: 'too_early',
    daysLeft: 1,
    answersLeft: 0,
  })
  expect(after(9, page('/', 900, 4), page('/home-2', 900, 20))).toEqual({
    is: 'too_early',
    daysLeft: 0,
    answersLeft: 6,
  })
})

test('a difference within chance is not significant, and a difference beyond chance is', () => {
  expect(after(14, page('/', 1000, 30), page('/home-2', 1000, 40))).toEqual({ is: 'inconclusive' })
  expect(after(14, page('/', 1000, 30), page('/home-2', 1000, 70))).toEqual({ is: 'winner', key: '/home-2' })
  expect(after(14, page('/', 2000, 140), page('/home-2', 500, 10))).toEqual({ is: 'winner', key: '/' })
  expect(after(14, page('/', 1000, 0), page('/home-2', 0, 0), page('/home-3', 1000, 70))).toEqual({
    is: 'inconclusive',
  })
})

test('of three pages the best must beat each of the others, and a page of weight zero is ignored', () => {
  const [a, b] = [page('/', 1000, 30), page('/home-2', 1000, 60)]
  expect(after(14, a, b)).toEqual({ is: 'winner', key: '/home-2' })
  expect(after(14, a, b, page('/home-3', 1000, 55))).toEqual({ is: 'inconclusive' })
  expect(after(14, a, b, page('/home-3', 0, 0, 0))).toEqual({ is: 'winner', key: '/home-2' })
  expect(after(14, a, b, page('/home-3', 1000, 30))).toEqual({ is: 'winner', key: '/home-2' })
})

test.each([2, 3])(
  'with %i equal pages checked daily for ninety days, fewer than one experiment in twenty reports a difference',
  (many) => {
    const random = seeded(7)
    const comparisons = 2000
    let wrong = 0
    for (let n = 0; n < comparisons; n++) {
      const pages = homePages.slice(0, many).map((key) => page(key, 0, 0))
      for (let day = 1; day <= 90; day++) {
        for (const one of pages) {
          one.visitors += 40
          for (let visitor = 0; visitor < 40; visitor++) if (random() < 0.05) one.answered += 1
        }
        if (after(day, ...pages).is === 'winner') {
          wrong += 1
          break
        }
      }
    }
    expect(wrong / comparisons).toBeLessThan(1 / 20)
  },
)

test('the confidence interval narrows with more visitors and stays between 0 and 1', () => {
  expect(confidenceInterval({ answered: 0, visitors: 0 })).toBeUndefined()
  const rounded = (answered: number, visitors: number) =>
    confidenceInterval({ answered, visitors })!.map((rate) => Math.round(rate * 1000) / 10)
  expect(rounded(5, 100)).toEqual([2.2, 11.2])
  expect(rounded(500, 10_000)).toEqual([4.6, 5.4])
  expect(rounded(0, 20)).toEqual([0, 16.1])
  expect(rounded(20, 20)).toEqual([83.9, 100])
})

test('equal weights sum to a hundred, shares are relative to the sum, and invalid weights are named', () => {
  expect(equalShares(homePages)).toEqual({ '/': 34, '/home-2': 33, '/home-3': 33 })
  expect(shareOf({ '/': 1, '/home-2': 3 }, '/home-2')).toBe(0.75)
  expect([shareOf({}, '/'), shareOf({ '/': 0 }, '/')]).toEqual([0, 0])
  expect(sharesProblem({ '/': 50, '/home-2': 50 })).toBeUndefined()
  expect(sharesProblem({ '/': 50, '/home-2': 0 })).toBe('too_few_variants')
  for (const weight of [-1, 101, 1.5, Number.NaN])
    expect(sharesProblem({ '/': 50, '/home-2': weight })).toBe('variant_weight')
})

/** Seeded pseudorandom generator (mulberry32). */
function seeded(state: number) {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
