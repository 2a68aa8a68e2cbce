import { expect, test } from 'vitest'
import { nextAttemptOn } from './next-attempt.ts'

test.each([
  ['the first try on the due day', { dueOn: '2026-11-01', lastOn: '2026-11-01', tries: 1 }, '2026-11-04'],
  ['the second try', { dueOn: '2026-11-01', lastOn: '2026-11-04', tries: 2 }, '2026-11-08'],
  ['a late first try', { dueOn: '2026-11-01', lastOn: '2026-11-20', tries: 1 }, '2026-11-23'],
  ['a try before it was put off', { dueOn: '2026-11-20', lastOn: '2026-11-01', tries: 1 }, '2026-11-20'],
  ['the third try', { dueOn: '2026-11-01', lastOn: '2026-11-08', tries: 3 }, undefined],
])('the card is retried after %s', (_, declined, next) => {
  expect(nextAttemptOn(declined)).toBe(next)
})
