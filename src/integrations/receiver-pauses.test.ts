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
    /** Milliseconds until the call may be made. */
    wait: (receiver: string) => {
      const held = pauses.reserve(receiver)
      return held ? held.notBefore.getTime() - now : 0
    },
  }
}

test('a receiver that does not answer is called again after a minute, and later each time, at most after an hour', () => {
  const { note, wait, pass } = receivers()
  const pauses = Array.from({ length: 9 }, () => {
    note(slow, { ms: 5000, unanswered: 'not_reached: TIMEOUT' })
    const pause = wait(slow)
    pass(pause)
    return pause / 60_000
  })
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
})

test('the calls that wait for a receiver get a time each, and other addresses are called at once', () => {
  const { note, wait } = receivers()
  note(slow, { ms: 5000, unanswered: 'not_reached: TIMEOUT' })
  expect([wait(slow), wait(slow), wait(slow), wait(other)]).toEqual([60_000, 60_200, 60_400, 0])
})

test('the reason of a wait is that of the last call', () => {
  const { note, reserve } = receivers()
  note(slow, { ms: 5000, unanswered: 'not_reached: TIMEOUT' })
  expect(reserve(slow)?.because).toBe('not_reached: TIMEOUT')
})

test('an answer ends the pauses, and the next failure begins with a minute again', () => {
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

test('a receiver that answers slowly gets a fifth of the time, without a call that loses its place', () => {
  const { note, wait, pass } = receivers()
  note(slow, { ms: 4000 })
  const waits = [wait(slow), wait(slow)]
  expect(waits).toEqual([8000, 28_000])
  // The first of them begins three seconds late, and the second at its time.
  pass(11_000)
  expect(wait(slow)).toBe(0)
  pass(4000)
  note(slow, { ms: 4000 })
  pass(13_000)
  expect(wait(slow)).toBe(0)
})

test('a receiver that asks for a pause gets it, and its answer is the reason', () => {
  const { note, reserve, wait, pass } = receivers()
  note(slow, { ms: 50, busy: { notBefore: new Date(Date.UTC(2026, 10, 29) + 90_000), because: 'answered_429' } })
  expect(reserve(slow)?.because).toBe('answered_429')
  expect(wait(slow)).toBe(90_200)
  pass(90_000)
  expect(wait(slow)).toBe(0)
})
