import { expect, test } from 'vitest'
import { createBurstFilter } from './burst-filter.ts'
import { createLogBuffer } from './log-buffer.ts'
import { redactPersonalData } from './redact-personal-data.ts'

function clock() {
  let at = 0
  return { now: () => at, wait: (ms: number) => void (at += ms) }
}

test('five errors within a second silence the log for a minute', () => {
  const { now, wait } = clock()
  const { isNews } = createBurstFilter(now)
  const errors = ['a', 'b', 'c', 'd', 'e'].map((error, i) => {
    if (i > 0) wait(249)
    return isNews(error)
  })
  expect(errors).toEqual([true, true, true, true, false])
  expect(isNews('f')).toBe(false)
  wait(59_999)
  expect(isNews('g')).toBe(false)
  wait(1)
  expect(isNews('h')).toBe(true)
})

test('four errors a second are not a burst', () => {
  const { now, wait } = clock()
  const { isNews } = createBurstFilter(now)
  for (let i = 0; i < 20; i++) {
    expect(isNews(`error ${i}`)).toBe(true)
    wait(250)
  }
})

test('an error is logged with two repeats, and then suppressed for a minute', () => {
  const { now, wait } = clock()
  const { isNews } = createBurstFilter(now)
  const again = () => {
    wait(2_000)
    return isNews('the same')
  }
  expect([again(), again(), again(), again(), again()]).toEqual([true, true, true, false, false])
  wait(57_999)
  expect(isNews('the same')).toBe(false)
  wait(1)
  expect(isNews('the same')).toBe(true)
})

test('the log buffer holds the newest hundred lines', () => {
  const { now } = clock()
  const log = createLogBuffer(now)
  for (let i = 0; i < 150; i++) log.add('info', `line ${i}`)
  expect(log.lines()).toHaveLength(100)
  expect(log.lines()[0]!.text).toBe('line 50')
})

test('an identical line is recorded three times in thirty seconds', () => {
  const { now, wait } = clock()
  const log = createLogBuffer(now)
  const add = () => log.add('warn', 'again')
  expect([add(), add(), add(), add()]).toEqual([true, true, true, false])
  expect(log.add('error', 'again')).toBe(true)
  wait(30_000)
  expect(add()).toBe(true)
})

test('after the clock is set back no line counts as a duplicate', () => {
  const { now, wait } = clock()
  const log = createLogBuffer(now)
  const add = () => log.add('warn', 'again')
  expect([add(), add(), add(), add()]).toEqual([true, true, true, false])
  wait(-3_600_000)
  expect(add()).toBe(true)
})

test.each([
  ['no user noa@example.co.il here', 'no user [email] here'],
  ['call 050-123 45 67 now', 'call [number] now'],
  ['at https://beit.example/crm/contacts?q=noa', 'at [address]'],
  ['key "נועה כהן" is missing', 'key "…" is missing'],
  ['row 0b8f3a52-1111-4222-8333-444455556666 is gone', 'row [id] is gone'],
  ['bad eyJhbGciOi.eyJzdWIi.c2ln token', 'bad [token] token'],
  ['שם המשפחה is not a function', '[words] is not a function'],
  ['x is undefined', 'x is undefined'],
])('personal data is removed from %s', (before, after) => {
  expect(redactPersonalData(before)).toBe(after)
})
