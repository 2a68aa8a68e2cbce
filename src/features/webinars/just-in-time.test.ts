import { expect, test } from 'vitest'
import { nextOpening, nextQuarter, quarterHoldsUntil } from './just-in-time.ts'

const webinar = { duration_minutes: 60, just_in_time_from: '09:00:00', just_in_time_until: '22:00:00' }
/** A Tuesday in winter; Israel is two hours ahead. */
const next = (now: string, more: Partial<typeof webinar> = {}) => nextQuarter({ ...webinar, ...more }, Date.parse(now))

test('the next quarter of an hour is at least three minutes ahead', () => {
  expect(next('2026-12-01T10:01:00Z')).toBe('2026-12-01T10:15:00.000Z')
  expect(next('2026-12-01T10:11:59Z')).toBe('2026-12-01T10:15:00.000Z')
  expect(next('2026-12-01T10:12:00Z')).toBe('2026-12-01T10:30:00.000Z')
  expect(quarterHoldsUntil(Date.parse('2026-12-01T10:01:00Z'))).toBe('2026-12-01T10:12:00.000Z')
  expect(quarterHoldsUntil(Date.parse('2026-12-01T10:12:00Z'))).toBe('2026-12-01T10:27:00.000Z')
})

test('the first and the last quarter respect the configured hours, across clock changes', () => {
  expect(next('2026-12-01T06:30:00Z')).toBeUndefined()
  expect(next('2026-12-01T06:50:00Z')).toBe('2026-12-01T07:00:00.000Z')
  expect(next('2026-12-01T19:50:00Z')).toBe('2026-12-01T20:00:00.000Z')
  expect(next('2026-12-01T19:58:00Z')).toBeUndefined()
  expect(next('2026-07-07T05:50:00Z')).toBe('2026-07-07T06:00:00.000Z')
})

test('no quarter starts on Shabbat, a holiday or a memorial day, or ends in the afternoon before', () => {
  expect(next('2026-12-04T10:40:00Z')).toBe('2026-12-04T10:45:00.000Z')
  expect(next('2026-12-04T10:50:00Z')).toBe('2026-12-04T11:00:00.000Z')
  expect(next('2026-12-04T10:50:00Z', { duration_minutes: 75 })).toBeUndefined()
  expect(next('2026-12-05T10:00:00Z')).toBeUndefined()
  // Rosh Hashana is on 12 and 13 September 2026, Yom HaZikaron on 21 April.
  expect(next('2026-09-13T10:00:00Z')).toBeUndefined()
  expect(next('2026-04-20T17:50:00Z')).toBeUndefined()
  expect(next('2026-04-21T08:00:00Z')).toBeUndefined()
})

test('outside the hours the next session is on the next working morning, in the first quarter hour that is not taken', () => {
  const opening = (now: string, taken: string[] = [], more: Partial<typeof webinar> = {}) =>
    nextOpening(
      { ...webinar, ...more },
      Date.parse(now),
      taken.map((at) => Date.parse(at)),
    )
  expect(opening('2026-12-01T20:30:00Z')).toBe('2026-12-02T07:00:00.000Z')
  expect(opening('2026-12-02T01:00:00Z')).toBe('2026-12-02T07:00:00.000Z')
  expect(opening('2026-12-02T01:00:00Z', ['2026-12-02T07:00:00Z'])).toBe('2026-12-02T07:15:00.000Z')
  expect(opening('2026-12-02T01:00:00Z', [], { just_in_time_from: '09:10:00' })).toBe('2026-12-02T07:15:00.000Z')
  // From Friday afternoon to Sunday, and over two days of Rosh Hashana after a Shabbat in summer time.
  expect(opening('2026-12-04T14:00:00Z')).toBe('2026-12-06T07:00:00.000Z')
  expect(opening('2026-09-11T14:00:00Z')).toBe('2026-09-14T06:00:00.000Z')
  // DST ends in the night before 25 October 2026.
  expect(opening('2026-10-24T20:30:00Z')).toBe('2026-10-25T07:00:00.000Z')
})

test('a webinar without these hours has no just-in-time sessions', () => {
  expect(
    nextQuarter({ duration_minutes: 60, just_in_time_from: null, just_in_time_until: null }, Date.now()),
  ).toBeUndefined()
})
