import { expect, test } from 'vitest'
import { endOfWait, nextMoment, nextWorkingTime } from './times.ts'

const wait = (minutes: number, at?: string, workingHours = false) => ({ minutes, workingHours, ...(at && { at }) })
const day = 24 * 60

test('a duration of days with a time of day counts calendar days, even across clock changes', () => {
  // A Thursday evening; the clocks go back on the following Sunday.
  expect(endOfWait(wait(3 * day, '09:00'), new Date('2026-10-22T18:00:00Z'))).toEqual(new Date('2026-10-25T07:00:00Z'))
  // The clocks go forward on Friday 2027-03-26.
  expect(endOfWait(wait(day, '09:00'), new Date('2027-03-25T12:00:00Z'))).toEqual(new Date('2027-03-26T06:00:00Z'))
})

test('a time of day without days is its next occurrence', () => {
  expect(endOfWait(wait(0, '09:00'), new Date('2026-11-25T06:30:00Z'))).toEqual(new Date('2026-11-25T07:00:00Z'))
  expect(endOfWait(wait(0, '09:00'), new Date('2026-11-25T07:30:00Z'))).toEqual(new Date('2026-11-26T07:00:00Z'))
  expect(endOfWait(wait(90, '09:00'), new Date('2026-11-25T06:30:00Z'))).toEqual(new Date('2026-11-26T07:00:00Z'))
})

test('a duration without a time of day is absolute', () => {
  expect(endOfWait(wait(day), new Date('2027-03-25T12:00:00Z'))).toEqual(new Date('2027-03-26T12:00:00Z'))
})

test('working hours skip nights, weekends, holidays and their eves', () => {
  const next = (at: string) => nextWorkingTime(new Date(at))
  expect(next('2026-11-25T10:00:00Z')).toEqual(new Date('2026-11-25T10:00:00Z'))
  expect(next('2026-11-25T05:00:00Z')).toEqual(new Date('2026-11-25T07:00:00Z'))
  // From Thursday evening to Sunday morning.
  expect(next('2026-11-26T15:00:00Z')).toEqual(new Date('2026-11-29T07:00:00Z'))
  // From the eve of Rosh Hashanah, a Friday, to the Monday after the holiday.
  expect(next('2026-09-11T06:00:00Z')).toEqual(new Date('2026-09-14T06:00:00Z'))
})

test('a birthday recurs every year, but another date does not', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  expect(nextMoment('1990-11-25', 0, '09:00', true, now)).toEqual(new Date('2027-11-25T07:00:00Z'))
  expect(nextMoment('1990-11-26', 0, '09:00', true, now)).toEqual(new Date('2026-11-26T07:00:00Z'))
  expect(nextMoment('2026-11-20', 7, '09:00', false, now)).toEqual(new Date('2026-11-27T07:00:00Z'))
  expect(nextMoment('2026-11-20', 0, '09:00', false, now)).toBeUndefined()
})

test('a birthday on 29 February falls on 28 February in common years', () => {
  expect(nextMoment('1996-02-29', 0, '09:00', true, new Date('2027-01-01T00:00:00Z'))).toEqual(
    new Date('2027-02-28T07:00:00Z'),
  )
  expect(nextMoment('1996-02-29', 0, '09:00', true, new Date('2028-01-01T00:00:00Z'))).toEqual(
    new Date('2028-02-29T07:00:00Z'),
  )
})
