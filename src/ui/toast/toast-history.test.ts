import { expect, test } from 'vitest'
import { createToastHistory } from './toast-history.ts'

// spec §9
test('a dismissed toast leaves the store after 1000000 ms', () => {
  const waiting: { ms: number; work: () => void }[] = []
  const memory = createToastHistory({ now: () => 7, later: (ms, work) => void waiting.push({ ms, work }) })
  let told = 0
  memory.subscribe(() => told++)
  memory.keep('a', 'נשמר')
  memory.keep('b', 'נמחק')
  expect(memory.read()).toEqual([
    { id: 'b', text: 'נמחק', dismissedAt: 7 },
    { id: 'a', text: 'נשמר', dismissedAt: 7 },
  ])
  expect(waiting.map(({ ms }) => ms)).toEqual([1_000_000, 1_000_000])
  waiting[0]!.work()
  expect(memory.read().map(({ id }) => id)).toEqual(['b'])
  expect(told).toBe(3)
})
