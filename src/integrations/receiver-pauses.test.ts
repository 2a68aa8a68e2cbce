import { expect, test } from 'vitest'
import { type CallResult, openReceiverPauses } from './receiver-pauses.ts'

const [slow, other] = ['https://slow.example/a', 'https://slow.example/b']
function receivers() {
  let now = Date.UTC(2026, 10, 29)
  const pauses = openReceiverPauses(() => now)
  return {
    note: (receiver: string, result: CallResult) => pauses.note(receiver, result),
    reserve: (receiver: string) => pauses.reserve(receiver),
    pass: (ms: number) => (now += ms),
    /** Milliseconds until the call is allowed. */
    wait: (receiver: string) => {
      const held = pauses.reserve(receiver)
      return held ? held.notBefore.getTime() - now : 0
    },
  }
}

test('calls to an unresponsive receiver back off exponentially from one minute to one hour', () => {
  const { note, wait, pass } = receivers()
  const pauses = Array.from({ length: 9 }, () => {
    note(slow, { ms: 5000, unanswered: 'not_reached: TIMEOUT' })
    const pause = wait(slow)
    pass(pause)
    return pause / 60_000
  })
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
})

test('delayed calls to a receiver get separate slots, and other receivers are called immediately', () => {
  const { note, wait } = receivers()
  note(slow, { ms: 5000, unanswered: 'not_reached: TIMEOUT' })
  expect([wait(slow), wait(slow), wait(slow), wait(other)]).toEqual([60_000, 60_200, 60_400, 0])
})

test('the reason for a delay is the error of the last call', () => {
  const { note, reserve } = receivers()
  note(slow, { ms: 5000, unanswered: 'not_reached: TIMEOUT' })
  expect(reserve(slow)?.because).toBe('not_reached: TIMEOUT')
})

test('a response resets the backoff', () => {
  const { note, wait, pass } = receivers()
  note(slow, { ms: 5000, unanswered: 'x' })
  pass(60_000)
  note(slow, { ms: 5000, unanswered: 'x' })
  pass(120_000)
  note(slow, { ms: 100 })
  expect(wait(slow)).toBe(0)
  note(slow, { ms: 5000, unanswered: 'x' })
  expect(wait(slow)).toBe(60_000)
})

test('a slow receiver is called a fifth of the time, and a late call does not take the slot of the next one', () => {
  const { note, wait, pass } = receivers()
  note(slow, { ms: 4000 })
  const waits = [wait(slow), wait(slow)]
  expect(waits).toEqual([8000, 28_000])
  // The first call starts three seconds late, the second on time.
  pass(11_000)
  expect(wait(slow)).toBe(0)
  pass(4000)
  note(slow, { ms: 4000 })
  pass(13_000)
  expect(wait(slow)).toBe(0)
})

test('a receiver is not called during its Retry-After, and its status is the reason', () => {
  const { note, reserve, wait, pass } = receivers()
  note(slow, { ms: 50, busy: { notBefore: new Date(Date.UTC(2026, 10, 29) + 90_000), because: 'answered_429' } })
  expect(reserve(slow)?.because).toBe('answered_429')
  expect(wait(slow)).toBe(90_200)
  pass(90_000)
  expect(wait(slow)).toBe(0)
})
