import { expect, test } from 'vitest'
import { createErrorFilter } from './error-filter.ts'

function filterAt(start = 0) {
  let at = start
  const filter = createErrorFilter(() => at)
  return { filter, wait: (ms: number) => void (at += ms) }
}

const postMessage = (i: number) => new Error(`postMessage ${i}`)
const flowDiagram = (i: number) => new Error(`react flow ${i}`)
const authentication = (i: number) => new Error(`JWT ${i}`)
const network = (i: number) => new Error(`failed to fetch ${i}`)
const unknown = (i: number) => new Error(`broken ${i}`)
const critical = (i: number) => new Error(`out of memory ${i}`)

test('a repeated error is reported again after five seconds, not before', () => {
  const { filter, wait } = filterAt()
  expect(filter.take(unknown(1))).toEqual({ category: 'unknown' })
  wait(4_999)
  expect(filter.take(unknown(1))).toEqual({ category: 'unknown', silence: 'cooldown' })
  expect(filter.take(unknown(2))).toEqual({ category: 'unknown' })
  wait(1)
  expect(filter.take(unknown(1))).toEqual({ category: 'unknown' })
})

// spec §9: per-category caps 3, 5, 10, 8, 15, in the order of its categories. The errors are spread out, so that no
// breaker opens before the cap.
test.each([
  ['postMessage', postMessage, 3],
  ['flowDiagram', flowDiagram, 5],
  ['network', network, 8],
] as const)('reports of %s errors are capped per minute', (_name, error, cap) => {
  const { filter, wait } = filterAt()
  const verdicts = Array.from({ length: cap + 1 }, (_, i) => filter.take(error(i)).silence)
  expect(verdicts).toEqual([...Array.from({ length: cap }, () => undefined), 'category'])
  wait(60_000)
  expect(filter.take(error(99)).silence).toBeUndefined()
})

test('ten errors of a category open its breaker for thirty seconds; other categories pass', () => {
  const { filter, wait } = filterAt()
  for (let i = 0; i < 10; i++) expect(filter.take(authentication(i)).silence).toBeUndefined()
  expect(filter.take(authentication(10)).silence).toBe('breaker')
  expect(filter.take(unknown(0)).silence).toBeUndefined()
  wait(29_999)
  expect(filter.take(authentication(11)).silence).toBe('breaker')
  wait(1)
  expect(filter.take(authentication(12)).silence).toBe('category')
  wait(30_000)
  expect(filter.take(authentication(13)).silence).toBeUndefined()
})

test('fifteen unknown errors are reported per minute when they are too infrequent to open the breaker', () => {
  const { filter, wait } = filterAt()
  for (let i = 0; i < 9; i++) expect(filter.take(unknown(i)).silence).toBeUndefined()
  wait(30_000)
  for (let i = 9; i < 15; i++) expect(filter.take(unknown(i)).silence).toBeUndefined()
  expect(filter.take(unknown(15)).silence).toBe('category')
})

test('at most twenty errors a minute are reported across categories; critical errors have no cap per category', () => {
  const { filter, wait } = filterAt()
  for (let i = 0; i < 9; i++) expect(filter.take(critical(i)).silence).toBeUndefined()
  for (let i = 0; i < 9; i++) expect(filter.take(unknown(i)).silence).toBeUndefined()
  for (let i = 0; i < 2; i++) expect(filter.take(network(i)).silence).toBeUndefined()
  expect(filter.take(authentication(0)).silence).toBe('overall')
  wait(60_000)
  expect(filter.take(authentication(1)).silence).toBeUndefined()
})

test('a burst of ten thousand errors reports ten and keeps one metric row', () => {
  const { filter } = filterAt()
  let reported = 0
  for (let i = 0; i < 10_000; i++) if (!filter.take(unknown(i)).silence) reported++
  expect(reported).toBe(10)
  expect(filter.metrics()).toEqual([{ at: 0, category: 'unknown', happened: 10_000, reported: 10 }])
})

test('metrics older than an hour are cleared every ten minutes', () => {
  const { filter, wait } = filterAt()
  filter.take(unknown(1))
  wait(3_600_000)
  filter.take(unknown(2))
  expect(filter.metrics()).toHaveLength(2)
  wait(599_999)
  filter.take(unknown(3))
  expect(filter.metrics().map(({ at }) => at)).toContain(0)
  wait(1)
  filter.take(unknown(4))
  expect(filter.metrics().map(({ at }) => at)).not.toContain(0)
})

test('a clock that is set back does not prolong suppression', () => {
  const { filter, wait } = filterAt(10_000_000)
  for (let i = 0; i < 12; i++) filter.take(unknown(i))
  wait(-9_000_000)
  expect(filter.take(unknown(99)).silence).toBeUndefined()
  expect(filter.take(unknown(1)).silence).toBeUndefined()
})
