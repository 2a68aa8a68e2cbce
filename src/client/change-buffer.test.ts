import { afterEach, expect, test, vi } from 'vitest'
import { type ChangeBundle, changeBuffer, type ChangeKind, type RowChange } from './change-buffer.ts'

type Card = { id: number }
const change = (id: number, eventType: ChangeKind = 'UPDATE') => ({ eventType, table: 'cards', new: { id }, old: {} })

function open(isReduced = () => false) {
  vi.useFakeTimers()
  const bundles: ChangeBundle<Card>[] = []
  const dropped: RowChange<Card>[] = []
  const buffer = changeBuffer<Card>({
    deliver: (bundle) => bundles.push(bundle),
    onDrop: (one) => dropped.push(one),
    isReduced,
  })
  return { bundles, dropped, buffer, ids: () => bundles.map((bundle) => bundle.changes.map((one) => one.new.id)) }
}

afterEach(() => vi.useRealTimers())

test('the first change is delivered immediately, the following ones as a batch two seconds later', () => {
  const { buffer, ids } = open()
  buffer.add(change(1))
  vi.advanceTimersByTime(0)
  expect(ids()).toEqual([[1]])
  buffer.add(change(2))
  vi.advanceTimersByTime(500)
  buffer.add(change(3))
  vi.advanceTimersByTime(1_499)
  expect(ids()).toEqual([[1]])
  vi.advanceTimersByTime(1)
  expect(ids()).toEqual([[1], [2, 3]])
})

test('after an idle period the next change is delivered immediately', () => {
  const { buffer, ids } = open()
  buffer.add(change(1))
  vi.advanceTimersByTime(10_000)
  buffer.add(change(2))
  vi.advanceTimersByTime(0)
  expect(ids()).toEqual([[1], [2]])
})

test('at most twenty changes are queued; the oldest are dropped and reported once each', () => {
  const { buffer, bundles, dropped } = open()
  buffer.add(change(0, 'INSERT'))
  buffer.add(change(1, 'DELETE'))
  for (let id = 2; id < 25; id += 1) buffer.add(change(id))
  vi.advanceTimersByTime(0)
  expect(bundles).toHaveLength(1)
  expect(bundles[0]?.changes.map((one) => one.new.id)).toEqual(Array.from({ length: 20 }, (_, i) => i + 5))
  expect(bundles[0]?.missed).toBe(5)
  expect(dropped.map((one) => [one.new.id, one.eventType])).toEqual([
    [0, 'INSERT'],
    [1, 'DELETE'],
    [2, 'UPDATE'],
    [3, 'UPDATE'],
    [4, 'UPDATE'],
  ])
})

test('in a hidden tab at most ten changes are queued', () => {
  const { buffer, bundles } = open(() => true)
  for (let id = 0; id < 12; id += 1) buffer.add(change(id))
  vi.advanceTimersByTime(0)
  expect(bundles[0]?.changes).toHaveLength(10)
  expect(bundles[0]?.missed).toBe(2)
})

test('dropped changes are reported once', () => {
  const { buffer, bundles } = open()
  for (let id = 0; id < 21; id += 1) buffer.add(change(id))
  vi.advanceTimersByTime(0)
  buffer.add(change(99))
  vi.advanceTimersByTime(2_000)
  expect(bundles.map((bundle) => bundle.missed)).toEqual([1, 0])
})

test('nothing is delivered after disposal', () => {
  const { buffer, bundles } = open()
  buffer.add(change(1))
  buffer.drop()
  vi.advanceTimersByTime(5_000)
  expect(bundles).toEqual([])
})
