import { expect, test } from 'vitest'
import { freeSlots } from './free-slots.ts'
import { at, clockOf, everyDay, host, startsOn, busySlot } from './host.fixture.ts'

// 8 February 2026 is a Sunday without a holiday in its week.
const sunday = '2026-02-08'

test('slots begin at every interval from the start of a window and end within it', () => {
  const rules = [{ weekday: 0, start: '09:10', end: '11:00' }]
  expect(startsOn(host({ schedule: { rules }, rules: { duration: 45, slot_interval: 20 } }), sunday)).toBe(
    '09:10 09:30 09:50 10:10',
  )
})

test('the last slot of a 90-minute type ends with the window, also at midnight', () => {
  const ninety = { duration: 90, slot_interval: 30 }
  const untilFive = [{ weekday: 0, start: '14:00', end: '17:00' }]
  expect(startsOn(host({ schedule: { rules: untilFive }, rules: ninety }), sunday)).toBe('14:00 14:30 15:00 15:30')
  const untilMidnight = [{ weekday: 0, start: '21:00', end: '24:00' }]
  expect(startsOn(host({ schedule: { rules: untilMidnight }, rules: ninety }), sunday)).toBe('21:00 21:30 22:00 22:30')
})

test('breaks between windows are not offered, and adjacent or overlapping windows are merged', () => {
  const rules = [
    { weekday: 0, start: '14:00', end: '16:00' },
    { weekday: 0, start: '09:00', end: '11:00' },
    { weekday: 1, start: '11:00', end: '13:00' },
    { weekday: 1, start: '09:30', end: '11:00' },
    { weekday: 1, start: '10:00', end: '10:30' },
  ]
  const input = host({ schedule: { rules } })
  expect(startsOn(input, sunday)).toBe('09:00 10:00 14:00 15:00')
  expect(startsOn(input, '2026-02-09')).toBe('09:30 10:30 11:30')
})

test('only slots that start within the requested range are returned, its end excluded', () => {
  const slots = freeSlots(host(), at('2026-02-08T08:00:00Z'), at('2026-02-08T10:00:00Z'))
  expect(slots).toEqual([
    { start: at('2026-02-08T08:00:00Z'), end: at('2026-02-08T09:00:00Z') },
    { start: at('2026-02-08T09:00:00Z'), end: at('2026-02-08T10:00:00Z') },
  ])
  expect(freeSlots(host(), at('2026-02-08T10:00:00Z'), at('2026-02-08T10:00:00Z'))).toEqual([])
})

test('an override replaces the weekly rules of its day, and an empty override closes it', () => {
  const overrides = { [sunday]: [{ start: '20:00', end: '22:00' }], '2026-02-09': [] }
  const input = host({ schedule: { overrides } })
  expect(startsOn(input, sunday)).toBe('20:00 21:00')
  expect(startsOn(input, '2026-02-09')).toBe('')
  expect(startsOn(input, '2026-02-10')).toContain('09:00')
})

test('an override with hours opens a Saturday, a holiday and a closed day of the host, but not time off', () => {
  const window = [{ start: '09:00', end: '11:00' }]
  const schedule = {
    overrides: { '2026-02-07': window, '2026-09-21': window, [sunday]: window },
    closedDays: [{ from: '2026-02-07', to: sunday, name: 'חופשה' }],
    timeOff: [{ from: at('2026-02-08T08:30:00Z'), to: at('2026-02-08T09:00:00Z') }],
  }
  expect(startsOn(host({ schedule }), '2026-02-07')).toBe('09:00 10:00')
  expect(startsOn(host({ schedule }), '2026-09-21')).toBe('09:00 10:00')
  expect(startsOn(host({ schedule }), sunday)).toBe('09:00')
})

test('a slot may touch a busy time but not overlap it', () => {
  expect(startsOn(host({ busy: [busySlot('2026-02-08T09:00:00Z', 60)] }), sunday)).toBe(
    '09:00 10:00 12:00 13:00 14:00 15:00 16:00',
  )
  expect(startsOn(host({ busy: [busySlot('2026-02-08T08:59:59Z', 60)] }), sunday)).toBe(
    '09:00 12:00 13:00 14:00 15:00 16:00',
  )
  expect(startsOn(host({ busy: [busySlot('2026-02-08T09:00:00Z', 0)] }), sunday)).toContain('11:00')
})

test('a short busy time within a longer busy time does not shorten the longer one', () => {
  const busy = [busySlot('2026-02-08T07:00:00Z', 300), busySlot('2026-02-08T08:00:00Z', 15)]
  expect(startsOn(host({ busy }), sunday)).toBe('14:00 15:00 16:00')
})

test('appointments, Google busy times and holds all block slots', () => {
  for (const source of ['appointment', 'google', 'hold'] as const)
    expect(startsOn(host({ busy: [busySlot('2026-02-08T07:00:00Z', 420, { source })] }), sunday)).toBe('16:00')
})

test('slots keep the buffers of their type and of the neighbouring appointment free', () => {
  const rules = { duration: 30, slot_interval: 15, buffer_before: 15, buffer_after: 30 }
  const schedule = { rules: [{ weekday: 0, start: '09:00', end: '12:30' }] }
  // 10:30 to 11:00. A slot ends 30 minutes before it and begins 15 minutes after it.
  expect(startsOn(host({ schedule, rules, busy: [busySlot('2026-02-08T08:30:00Z', 30)] }), sunday)).toBe(
    '09:00 09:15 09:30 11:15 11:30 11:45 12:00',
  )
  const withOwn = busySlot('2026-02-08T08:30:00Z', 30, { buffer_before: 15, buffer_after: 30 })
  expect(startsOn(host({ schedule, rules, busy: [withOwn] }), sunday)).toBe('09:00 09:15 11:45 12:00')
})

test('buffers may extend beyond the opening hours', () => {
  const rules = { buffer_before: 60, buffer_after: 60 }
  expect(startsOn(host({ rules }), sunday)).toBe('09:00 10:00 11:00 12:00 13:00 14:00 15:00 16:00')
})

test('a busy time that started days ago still blocks slots', () => {
  expect(startsOn(host({ busy: [busySlot('2026-01-20T00:00:00Z', 60 * 24 * 40)] }), sunday)).toBe('')
})

test('a slot starts no earlier than now plus the minimum notice', () => {
  const notice = (now: string) => startsOn(host({ rules: { min_notice_min: 120 }, now }), sunday)
  expect(notice('2026-02-08T12:00:00Z')).toBe('16:00')
  expect(notice('2026-02-08T12:00:00.001Z')).toBe('')
})

test('minimum notice is elapsed time: one day before a clock change is 24 hours, not the same local time', () => {
  const rules = { min_notice_min: 24 * 60 }
  const schedule = { rules: everyDay('00:00', '12:00') }
  // 09:00 on Thursday, winter time, plus 24 hours is 10:00 on Friday, summer time.
  expect(startsOn(host({ schedule, rules, now: '2026-03-26T07:00:00Z' }), '2026-03-27')).toBe('10:00 11:00')
  // 09:00 on Saturday, summer time, plus 24 hours is 08:00 on Sunday, winter time.
  expect(startsOn(host({ schedule, rules, now: '2026-10-24T06:00:00Z' }), '2026-10-25')).toBe('08:00 09:00 10:00 11:00')
  // The notice ends within the hour that the clock skips, and within the second occurrence of a repeated hour.
  expect(startsOn(host({ schedule, rules, now: '2026-03-26T00:00:00Z' }), '2026-03-27')).toMatch(/^03:00 04:00/)
  expect(startsOn(host({ schedule, rules, now: '2026-10-23T23:30:00Z' }), '2026-10-25')).toMatch(/^02:00 03:00/)
})

test("a rolling window includes today and the given number of days in the host's zone", () => {
  const rules = { window_kind: 'rolling', window_days: 2 } as const
  // 01:30 on Sunday in Israel, still Saturday in UTC.
  const input = host({ rules, now: '2026-02-07T23:30:00Z' })
  expect(startsOn(input, sunday)).not.toBe('')
  expect(startsOn(input, '2026-02-10')).not.toBe('')
  expect(startsOn(input, '2026-02-11')).toBe('')
})

test('a range includes its first and last day, and either may be missing', () => {
  const open = (window_from: string | null, window_to: string | null) =>
    ['2026-02-08', '2026-02-09', '2026-02-10', '2026-02-11'].filter((day) =>
      startsOn(host({ rules: { window_kind: 'range', window_from, window_to } }), day),
    )
  expect(open('2026-02-09', '2026-02-10')).toEqual(['2026-02-09', '2026-02-10'])
  expect(open(null, '2026-02-09')).toEqual(['2026-02-08', '2026-02-09'])
  expect(open('2026-02-10', null)).toEqual(['2026-02-10', '2026-02-11'])
})

test("a daily cap counts appointments of the type on the host's day", () => {
  const own = { own_type: true }
  const rules = { max_per_day: 2 }
  const first = busySlot('2026-02-08T07:00:00Z', 60, own)
  // 00:30 on Monday in Israel, still Sunday in UTC.
  const late = busySlot('2026-02-08T22:30:00Z', 60, own)
  expect(startsOn(host({ rules, busy: [first, late] }), sunday)).toContain('10:00')
  expect(startsOn(host({ rules, busy: [first, busySlot('2026-02-08T08:00:00Z', 60)] }), sunday)).toContain('11:00')
  const full = host({ rules, busy: [first, busySlot('2026-02-08T08:00:00Z', 60, own)] })
  expect(startsOn(full, sunday)).toBe('')
  expect(startsOn(full, '2026-02-09')).not.toBe('')
})

test('a weekly cap counts from Sunday to Saturday', () => {
  const own = { own_type: true }
  const busy = [busySlot('2026-02-08T07:00:00Z', 60, own), busySlot('2026-02-13T07:00:00Z', 60, own)]
  const input = host({ rules: { max_per_week: 2 }, busy })
  expect(startsOn(input, '2026-02-10')).toBe('')
  expect(startsOn(input, '2026-02-06')).not.toBe('')
  expect(startsOn(input, '2026-02-15')).not.toBe('')
  expect(startsOn(host({ rules: { max_per_week: 3 }, busy }), '2026-02-10')).not.toBe('')
})

test('a type without a duration or an interval is refused instead of looping forever', () => {
  expect(() => startsOn(host({ rules: { slot_interval: 0 } }), sunday)).toThrow(RangeError)
  expect(() => startsOn(host({ rules: { duration: 0 } }), sunday)).toThrow(RangeError)
})

const group = (remaining: number, more: object = {}) =>
  busySlot('2026-02-08T08:00:00Z', 60, { own_type: true, left: remaining, ...more })
/** Free seats by local time. */
const seatsOn = (input: Parameters<typeof freeSlots>[0]) =>
  Object.fromEntries(
    freeSlots(input, at('2026-02-08T07:00:00Z'), at('2026-02-08T10:00:00Z')).map(({ start, left }) => [
      clockOf(start),
      left,
    ]),
  )

test('a group is offered with its free seats, and an empty slot with all seats', () => {
  const rules = { seats: 5 }
  expect(seatsOn(host({ rules, busy: [group(2)] }))).toEqual({ '09:00': 5, '10:00': 2, '11:00': 5 })
  expect(seatsOn(host({ rules, busy: [group(0)] }))).toEqual({ '09:00': 5, '11:00': 5 })
  expect(seatsOn(host({ busy: [group(0)] }))).toEqual({ '09:00': undefined, '11:00': undefined })
})

test('a group blocks slots that overlap it partly, and slots of another duration', () => {
  const rules = { seats: 5, slot_interval: 30 }
  expect(Object.keys(seatsOn(host({ rules, busy: [group(2)] })))).toEqual(['09:00', '10:00', '11:00', '11:30'])
  expect(Object.keys(seatsOn(host({ rules: { ...rules, duration: 90 }, busy: [group(2)] })))).toEqual([
    '11:00',
    '11:30',
  ])
})

test('a busy time in Google blocks held seats, but not the seats of a booked group', () => {
  const google = busySlot('2026-02-08T08:00:00Z', 60, { source: 'google' })
  const rules = { seats: 5 }
  expect(seatsOn(host({ rules, busy: [group(2), google] }))).toHaveProperty('10:00', 2)
  expect(seatsOn(host({ rules, busy: [group(4, { source: 'hold' })] }))).toHaveProperty('10:00', 4)
  expect(seatsOn(host({ rules, busy: [group(4, { source: 'hold' }), google] }))).not.toHaveProperty('10:00')
})

test('time off, notice and window close a group; a cap reached by the group itself does not close it', () => {
  const rules = { seats: 5, max_per_day: 1 }
  expect(seatsOn(host({ rules, busy: [group(2)] }))).toEqual({ '10:00': 2 })
  const timeOff = [{ from: at('2026-02-08T08:30:00Z'), to: at('2026-02-08T08:45:00Z') }]
  expect(seatsOn(host({ rules, busy: [group(2)], schedule: { timeOff } }))).toEqual({})
  expect(
    seatsOn(host({ rules: { ...rules, min_notice_min: 120 }, busy: [group(2)], now: '2026-02-08T07:00:00Z' })),
  ).toEqual({})
  const range = { window_kind: 'range', window_to: '2026-02-07' } as const
  expect(seatsOn(host({ rules: { ...rules, ...range }, busy: [group(2)] }))).toEqual({})
})
