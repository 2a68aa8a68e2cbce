import { expect, test } from 'vitest'
import { nextCheck } from './check-payment.server.ts'

const minute = 60_000
const opened_at = '2026-11-25T10:00:00Z'
const closes_at = '2026-11-25T11:00:00Z'
const opened = Date.parse(opened_at)

test.each([
  ['an open page after two minutes', 'verifying', 2, true, 4],
  ['an open page after a quarter of an hour', 'page_open', 15, true, 25],
  ['an open page just before it closes', 'verifying', 55, true, 60],
  ['a closed page without an answer', 'verifying', 61, false, 91],
  ['a closed page without an answer for a day', 'verifying', 25 * 60, false, undefined],
  ['a declined page that can still be paid', 'declined', 5, true, 60],
  ['a declined page that is closed', 'declined', 61, true, undefined],
  ['a paid page', 'paid', 5, true, undefined],
  ['an answer that does not match the order', 'disputed', 5, true, undefined],
] as const)('the next check time is computed for %s', (_what, state, after, isAnswered, next) => {
  const at = nextCheck({ state, opened_at, closes_at }, opened + after * minute, isAnswered)
  expect(at === undefined ? undefined : (at - opened) / minute).toBe(next)
})

test('a page that was never opened is not polled', () => {
  expect(nextCheck({ state: 'created', opened_at: null, closes_at: null }, opened, true)).toBeUndefined()
})
