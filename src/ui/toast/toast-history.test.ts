import { expect, test } from 'vitest'
import { createToastHistory } from './toast-history.ts'

// spec §9
test('a dismissed toast is removed from the history after 1000000 ms', () => {
  const waiting: { ms: number; work: () => void }[] = []
  const history = createToastHistory({ now: () => 7, later: (ms, work) => void waiting.push({ ms, work }) })
  let notified = 0
  history.subscribe(() => notified++)
  history.add('a', 'נשמר')
  history.add('b', 'נמחק')
  expect(history.read()).toEqual([
    { id: 'b', text: 'נמחק', dismissedAt: 7 },
    { id: 'a', text: 'נשמר', dismissedAt: 7 },
  ])
  expect(waiting.map(({ ms }) => ms)).toEqual([1_000_000, 1_000_000])
  waiting[0]!.work()
  expect(history.read().map(({ id }) => id)).toEqual(['b'])
  expect(notified).toBe(3)
})
