import { expect, test } from 'vitest'
import { dayLabel, firstFreeDay, mergeSlots, momentText, nearestTo, startsByDay, timesOf } from './free-days.ts'

const at = (text: string) => Date.parse(text)
const israelZone = 'Asia/Jerusalem'

test("slots are grouped by date in the visitor's zone", () => {
  const starts = [at('2026-11-29T22:30Z'), at('2026-11-29T07:00Z')]
  expect([...startsByDay(starts, israelZone).keys()]).toEqual(['2026-11-29', '2026-11-30'])
  expect([...startsByDay(starts, 'America/New_York').keys()]).toEqual(['2026-11-29'])
})

test('the first free day of a month is found, and none in a fully booked month', () => {
  const days = startsByDay([at('2026-11-30T07:00Z'), at('2026-12-03T07:00Z')], israelZone)
  expect(firstFreeDay(days)).toBe('2026-11-30')
  expect(firstFreeDay(days, '2026-12-01')).toBe('2026-12-03')
  expect(firstFreeDay(days, '2027-01-01')).toBeUndefined()
})

test('the three slots nearest to a taken one are returned in chronological order', () => {
  const hours = [7, 8, 9, 12, 15].map((hour) => at(`2026-11-29T${String(hour).padStart(2, '0')}:00Z`))
  expect(nearestTo(hours, hours[2]!)).toEqual([hours[0], hours[1], hours[3]])
})

test('newer slots replace only those within their range', () => {
  const older = { from: 0, until: 100, generatedAt: 1, starts: [10, 70], left: { 10: 3, 70: 2 } }
  const newer = { from: 50, until: 200, generatedAt: 2, starts: [70, 150], left: { 70: 1, 150: 4 } }
  expect(mergeSlots(older, newer)).toEqual({
    from: 0,
    until: 200,
    generatedAt: 2,
    starts: [10, 70, 150],
    left: { 10: 3, 70: 1, 150: 4 },
  })
})

test('a time that occurs twice is marked as summer or winter time', () => {
  const starts = [at('2026-11-01T05:30Z'), at('2026-11-01T06:30Z'), at('2026-11-01T07:30Z')]
  expect(timesOf(starts, 'America/New_York')).toEqual([
    { start: starts[0], clock: '01:30', mark: 'שעון קיץ' },
    { start: starts[1], clock: '01:30', mark: 'שעון חורף' },
    { start: starts[2], clock: '02:30' },
  ])
})

test('the same time on two days is not marked', () => {
  const starts = [at('2026-11-29T08:00Z'), at('2026-11-30T08:00Z')]
  expect(timesOf(starts, israelZone)).toEqual(starts.map((start) => ({ start, clock: '10:00' })))
})

test('a day label has the weekday, holiday and number of free slots', () => {
  expect(dayLabel('2026-10-04', 5)).toBe('יום ראשון 4 באוקטובר, 5 שעות פנויות')
  expect(dayLabel('2026-09-12', 0, 'ראש השנה')).toBe('יום שבת 12 בספטמבר, ראש השנה, אין שעות פנויות')
  expect(momentText(at('2026-11-29T08:00Z'), israelZone)).toBe('יום ראשון, 29 בנובמבר, בשעה 10:00')
})
