import { expect, test } from 'vitest'
import { explainDay } from './explain-day.ts'
import { at, everyDay, host, startsOn, busySlot } from './host.fixture.ts'

test('each rule has its number of excluded slots, and a slot counts only for the first rule', () => {
  const input = host({
    schedule: {
      rules: everyDay('09:00', '19:00'),
      timeOff: [{ from: at('2026-02-08T07:00:00Z'), to: at('2026-02-08T08:00:00Z') }],
    },
    busy: [
      busySlot('2026-02-08T07:30:00Z', 60),
      busySlot('2026-02-08T08:00:00Z', 120, { source: 'google' }),
      busySlot('2026-02-08T15:00:00Z', 60, { source: 'hold' }),
    ],
    rules: { min_notice_min: 60 },
    now: '2026-02-08T10:30:00Z',
  })
  // From 09:00: time off, appointment, Google, two too soon for the notice, three free, a hold, one free.
  expect(explainDay(input, '2026-02-08')).toEqual([
    { reason: { code: 'time_off' }, taken: 1 },
    { reason: { code: 'appointment' }, taken: 1 },
    { reason: { code: 'google' }, taken: 1 },
    { reason: { code: 'hold' }, taken: 1 },
    { reason: { code: 'min_notice' }, taken: 2 },
  ])
  expect(startsOn(input, '2026-02-08')).toBe('14:00 15:00 16:00 18:00')
})

test('a holiday, a closed day and Shabbat are reported by name', () => {
  const closedDays = [{ from: '2026-09-21', to: '2026-09-23', name: 'שבוע מילואים' }]
  const input = host({ schedule: { closedDays, rules: everyDay('09:00', '17:00') } })
  const explained = (day: string) => explainDay(input, day)
  expect(explained('2026-09-21')).toEqual([
    { reason: { code: 'holiday', id: 'yom_kippur', name: 'יום כיפור' }, taken: 8 },
  ])
  expect(explained('2026-09-22')).toEqual([{ reason: { code: 'closed_day', name: 'שבוע מילואים' }, taken: 8 }])
  expect(explained('2026-09-25')).toEqual([{ reason: { code: 'shabbat' }, taken: 5 }])
  expect(explained('2026-09-26')).toEqual([{ reason: { code: 'shabbat' }, taken: 8 }])
})

test('the window is checked before the caps, and the daily cap before the weekly one', () => {
  const own = [busySlot('2026-02-08T06:00:00Z', 30, { own_type: true })]
  const capped = { max_per_day: 1, max_per_week: 1 }
  const codes = (rules: object, day: string) =>
    explainDay(host({ rules, busy: own }), day).map(({ reason, taken: slots }) => [reason.code, slots])
  expect(codes(capped, '2026-02-08')).toEqual([['max_per_day', 8]])
  expect(codes(capped, '2026-02-09')).toEqual([['max_per_week', 8]])
  expect(codes({ ...capped, window_kind: 'range', window_to: '2026-02-07' }, '2026-02-08')).toEqual([['window', 8]])
})

test('a day closed by its override reports the slots of its weekly hours', () => {
  const input = host({ schedule: { overrides: { '2026-02-08': [] } } })
  expect(explainDay(input, '2026-02-08')).toEqual([{ reason: { code: 'override_closed' }, taken: 8 }])
})

test('a day without opening hours has no explanation', () => {
  expect(explainDay(host({ schedule: { rules: [] } }), '2026-02-08')).toEqual([])
})
