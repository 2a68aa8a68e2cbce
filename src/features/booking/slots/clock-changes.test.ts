import { expect, test } from 'vitest'
import { explainDay } from './explain-day.ts'
import { freeSlots } from './free-slots.ts'
import { at, everyDay, host, startsOn } from './host.fixture.ts'
import { slotsByDay } from './slots-by-day.ts'

const night = { schedule: { rules: everyDay('00:00', '05:00') } }

test('on Friday 27 March 2026 the hour from 02:00 to 03:00 does not exist', () => {
  const input = host({ ...night, rules: { duration: 30, slot_interval: 30 } })
  expect(startsOn(input, '2026-03-27')).toBe('00:00 00:30 01:00 01:30 03:00 03:30 04:00 04:30')
  expect(explainDay(input, '2026-03-27')).toEqual([{ reason: { code: 'clock_gap' }, taken: 2 }])
})

test('a slot across the skipped hour has its full duration and still ends within the window', () => {
  const input = host({ schedule: { rules: everyDay('00:00', '04:00') }, rules: { duration: 120, slot_interval: 30 } })
  const slots = freeSlots(input, at('2026-03-26T22:00:00Z'), at('2026-03-27T03:00:00Z'))
  // 00:00, 00:30 and 01:00, which ends at 04:00 in summer time; from 01:30 it would end at 04:30.
  expect(slots).toEqual(
    ['2026-03-26T22:00:00Z', '2026-03-26T22:30:00Z', '2026-03-26T23:00:00Z'].map((start) => ({
      start: at(start),
      end: at(start) + 120 * 60_000,
    })),
  )
})

test('on Sunday 25 October 2026 the repeated hour from 01:00 to 02:00 is offered once, at its first occurrence', () => {
  const slots = freeSlots(host(night), at('2026-10-24T21:00:00Z'), at('2026-10-25T03:00:00Z'))
  expect(slots.map(({ start }) => new Date(start).toISOString().slice(0, 16))).toEqual([
    '2026-10-24T21:00',
    '2026-10-24T22:00',
    '2026-10-25T00:00',
    '2026-10-25T01:00',
    '2026-10-25T02:00',
  ])
})

test('a visitor in New York sees slots six hours earlier from 8 to 26 March 2026, and seven hours before and after', () => {
  const first = (day: string) => {
    const slots = freeSlots(host(), at(`${day}T00:00:00Z`), at(`${day}T23:00:00Z`))
    return new Date(slots[0]!.start).toLocaleTimeString('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' })
  }
  expect(['2026-03-06', '2026-03-08', '2026-03-26', '2026-03-27'].map(first)).toEqual([
    '02:00',
    '03:00',
    '03:00',
    '02:00',
  ])
})

test("slots are grouped by the visitor's day, not the host's", () => {
  const input = host({ schedule: { rules: [{ weekday: 1, start: '05:00', end: '08:00' }] } })
  const slots = freeSlots(input, at('2026-03-08T00:00:00Z'), at('2026-03-10T00:00:00Z'))
  // Monday 05:00 to 08:00 in Israel is Sunday 23:00 to Monday 02:00 in New York.
  expect(slotsByDay(slots, 'America/New_York').map((day) => [day.day, day.slots.length])).toEqual([
    ['2026-03-08', 1],
    ['2026-03-09', 2],
  ])
  expect(slotsByDay(slots, 'Asia/Jerusalem').map((day) => [day.day, day.slots.length])).toEqual([['2026-03-09', 3]])
})
