import { expect, test } from 'vitest'
import { nextAttempt } from './issue-document.server.ts'

const now = Date.parse('2026-11-28T08:00:00Z')
const minutes = (tries: number, retryAt?: Date) =>
  (nextAttempt(tries, retryAt ? { retryAt } : {}, now).getTime() - now) / 60_000

test('retry delays grow up to an hour', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 50].map((tries) => minutes(tries))).toEqual([1, 2, 5, 15, 30, 60, 60, 60])
})

test('a busy service is not called before its retry time', () => {
  expect(minutes(1, new Date(now + 10 * 60_000))).toBe(10)
  expect(minutes(6, new Date(now + 10 * 60_000))).toBe(60)
})
